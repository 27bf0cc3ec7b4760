import { getDateFormatter } from '#console/lib/dates/date-formatter.ts';
import { type DateFormat, formatDate } from '#console/lib/dates/format-date.ts';
import { LOCALE } from '#console/lib/locale.ts';
import { type ContractDate, parseDate } from '#contract/loyalty/dates.ts';

/**
 * Reads a moment in any format of the contract; a day is its first moment in UTC.
 *
 * @returns ISO 8601 with Z and milliseconds; `undefined` for a day without a year, and anything else
 */
export function parseLoyaltyInstant(value: string): string | undefined {
  const date = parseDate(value);
  if (!date || date.kind === 'yearless') return undefined;
  return new Date(date.iso).toISOString();
}

/**
 * A date of the loyalty API as it reads best: a calendar day as that day wherever the reader is
 * ("Feb 9, 1988", or "Feb 9" without a year), a moment as its day in the reader's zone, and what can't
 * be read as it came.
 */
export function formatLoyaltyDate(value: string, format: DateFormat = {}): string {
  const date = parseDate(value);
  if (!date) return value;
  return date.kind === 'instant'
    ? formatDate(new Date(date.iso), format)
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
