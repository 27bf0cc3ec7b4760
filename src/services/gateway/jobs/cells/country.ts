import { COUNTRY_CODES } from '#contract/country-codes.ts';
import { foldText } from '#contract/gateway/fold-text.ts';
import { typoMatcher } from '#contract/gateway/match-typos.ts';

/** Usual names that `Intl` has in another form. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  uae: 'AE',
  'czech republic': 'CZ',
  holland: 'NL',
  'the netherlands': 'NL',
  turkey: 'TR',
  'russian federation': 'RU',
  'republic of korea': 'KR',
  korea: 'KR',
  'viet nam': 'VN',
  'ivory coast': 'CI',
  macedonia: 'MK',
  'hong kong': 'HK',
  macau: 'MO',
  macao: 'MO',
  palestine: 'PS',
  burma: 'MM',
  myanmar: 'MM',
  brasil: 'BR',
  espana: 'ES',
  italia: 'IT',
};
/** Of files whose headings are understood; the program's own language is added. */
const LANGUAGES = ['en', 'de', 'fr', 'es'];

const simplify = (name: string) =>
  foldText(name)
    .replaceAll('&', ' and ')
    .replace(/\bst\b\.?/g, 'saint')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Codes by simplified name; made once for each language of a program. */
const namesByLanguage = new Map<string, ReadonlyMap<string, string>>();

function namesIn(language: string): ReadonlyMap<string, string> {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const names = displayNames(language);
  const codes = new Map(
    COUNTRY_CODES.map((code) => [simplify(names?.of(code) ?? code), code] as const),
  );
  namesByLanguage.set(language, codes);
  return codes;
}

/** Undefined for a language that is none. */
function displayNames(language: string): Intl.DisplayNames | undefined {
  try {
    return new Intl.DisplayNames(language, { type: 'region' });
  } catch {
    return undefined;
  }
}

/**
 * The code of a country that is written as its code or its name.
 * @param language of the program
 * @returns undefined if it is unknown
 */
export function findCountryCode(text: string, language: string | null): string | undefined {
  const code = text.trim().toUpperCase();
  if (COUNTRY_CODES.includes(code)) return code;
  const name = simplify(text);
  for (const each of languagesOf(language)) {
    const found = namesIn(each).get(name);
    if (found !== undefined) return found;
  }
  return Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
}

/** The English name of the country that was probably meant; undefined if none is like it. */
export function suggestCountry(text: string, language: string | null): string | undefined {
  const isMeant = typoMatcher(simplify(text));
  for (const each of languagesOf(language)) {
    for (const [name, code] of namesIn(each)) {
      if (isMeant(name)) return displayNames('en')?.of(code);
    }
  }
  return undefined;
}

const languagesOf = (language: string | null) =>
  language === null ? LANGUAGES : [...LANGUAGES, language];
