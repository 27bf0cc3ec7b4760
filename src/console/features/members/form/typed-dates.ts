import { toDatetimeLocal } from '#console/lib/dates/datetime-local.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import { parseMonthDay } from '#contract/loyalty/dates.ts';
import { normalizeTypedDate } from '#contract/loyalty/members/typed-date.ts';

/** How a date will be saved, in words; undefined if it isn't a date. */
export function describeTypedDate(text: string): string | undefined {
  const normalized = normalizeTypedDate(text);
  return parseMonthDay(normalized) ? formatLoyaltyDate(normalized) : undefined;
}

/** The earliest plausible year of a birthday; 1904 means that there is none. */
const MIN_YEAR = 1900;

/** What is implausible about the date of a past event; undefined for none and for other texts. */
export function findPastDateError(text: string, now: Date): string | undefined {
  const iso = parseMonthDay(normalizeTypedDate(text));
  if (iso === null) return undefined;
  if (iso > toDatetimeLocal(now).slice(0, 10)) return 'Use a date in the past';
  return Number(iso.slice(0, 4)) < MIN_YEAR ? `Use a year from ${MIN_YEAR}` : undefined;
}
