import { invalid, type Parsed, valid } from '#contract/loyalty/parsed.ts';

const DEFAULT_COUNTRY_CODE = '1';

/** Country codes are prefix-free (E.164): these have one or two digits, the others three. */
const COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;

/** E.164 allows 15 digits including the country code; no national number has fewer than 4. */
const DIGITS_MAX = 15;
const NATIONAL_DIGITS_MIN = 4;

/**
 * Normalizes a phone number to `+COUNTRY CODE-PHONE NUMBER`, with digits only in both parts.
 *
 * Spaces, dots, hyphens and parentheses may group the digits. `00` means plus. Without either the
 * country code is +1 (decisions.md, 30).
 */
export function parsePhone(text: string): Parsed<string> {
  const international = text.trim().replace(/^00[\s.-]*/, '+');
  const phone = /^(?<plus>\+?)(?<number>[\d(][\d\s().-]*)$/.exec(international)?.groups;
  if (!phone?.number) return invalid('Must be a phone number such as +1-5550100200');
  const [countryCode, national] =
    phone.plus === '+'
      ? splitCountryCode(phone.number)
      : [DEFAULT_COUNTRY_CODE, digitsOf(phone.number)];
  if (!countryCode) return invalid('Must begin with a country code such as +1');
  if (national.length < NATIONAL_DIGITS_MIN || countryCode.length + national.length > DIGITS_MAX) {
    return invalid(
      `Use at least ${NATIONAL_DIGITS_MIN} digits after the country code, and no more than ${DIGITS_MAX} in total`,
    );
  }
  return valid(`+${countryCode}-${national}`);
}

/** A typed phone number as the API expects it; any other text unchanged. */
export function normalizePhone(text: string): string {
  const phone = parsePhone(text);
  return phone.ok ? phone.value : text;
}

/** The country code ends at a hyphen, or else where the table of country codes says. */
function splitCountryCode(number: string): [countryCode: string | undefined, national: string] {
  const setOff = /^([1-9]\d{0,2})-(.*)$/s.exec(number);
  if (setOff) return [setOff[1], digitsOf(setOff[2] ?? '')];
  const digits = digitsOf(number);
  const countryCode = COUNTRY_CODE.exec(digits)?.[0];
  return [countryCode, digits.slice(countryCode?.length)];
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
