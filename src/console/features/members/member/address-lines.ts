import { LOCALE } from '#console/lib/locale.ts';
import type { Address } from '#contract/loyalty/members/member.ts';

/** The lines of a postal address, without those that are empty. */
export function addressLines(address: Address): string[] {
  const { line1, line2, city, state, postal_code: postalCode, country } = address;
  const region = [state, postalCode].filter(Boolean).join(' ');
  const town = [city, region].filter(Boolean).join(', ');
  const lines = [line1, line2, town, country && countryName(country)];
  return lines.filter((line): line is string => Boolean(line));
}

/** The name of a country that is given as a code: "NG" as "Nigeria". */
function countryName(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames(LOCALE, { type: 'region' }).of(country) ?? country;
}
