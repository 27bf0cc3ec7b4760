import { LOCALE } from '#console/lib/locale.ts';
import { COUNTRY_CODES } from '#contract/country-codes.ts';

/** Names of all countries by code, in the order of the names. */
export function listCountries(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(LOCALE, { type: 'region' });
  return new Map(
    COUNTRY_CODES.map((code) => [code, names.of(code) ?? code] as const).sort(([, a], [, b]) =>
      a.localeCompare(b, LOCALE),
    ),
  );
}
