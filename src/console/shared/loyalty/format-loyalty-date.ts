import { getDateFormatter } from '#console/lib/dates/date-formatter.ts';
import { type DateFormat, formatDate } from '#console/lib/dates/format-date.ts';
import { LOCALE } from '#console/lib/locale.ts';
import { type ContractDate, parseDate } from '#contract/loyalty/dates.ts';

/**
 * Parses a date or timestamp in any format of the contract. A date is midnight UTC.
 *
 * @returns ISO 8601 with Z and milliseconds; `undefined` for a date without a year and for anything else
 */
export function parseLoyaltyInstant(value: string): string | undefined {
  const date = parseDate(value);
  if (!date || date.kind === 'yearless') return undefined;
  return new Date(date.iso).toISOString();
}

/**
 * Formats a date of the loyalty API: a calendar date as that day in every time zone ("Feb 9, 1988", or
 * "Feb 9" without a year), a timestamp as its day in UTC, like the API's date filters, anything else
 * unchanged.
 */
export function formatLoyaltyDate(value: string, format: DateFormat = {}): string {
  const date = parseDate(value);
  if (!date) return value;
  return date.kind === 'instant'
    ? formatDate(new Date(date.iso), { ...format, timeZone: 'UTC' })
    : formatDay(date, format.locale);
}

function formatDay({ kind, iso }: ContractDate, locale = LOCALE): string {
  return getDateFormatter(locale, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(kind === 'yearless' ? {} : { year: 'numeric' }),
  }).format(new Date(iso));
}
