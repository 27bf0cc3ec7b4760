import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import { parseMonthDay } from '#contract/loyalty/dates.ts';

/** `2/9`, `02/09/1990`, `1990-02-09`, `9.2.1990` and `9.2.`, which has the day first. */
const FORMATS = [
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})(?:\/(?<year>\d{4}))?$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.(?:\s?(?<year>\d{4}))?$/,
];

/** A typed date as the API expects it, `MM/DD/YYYY` or `MM/DD`; any other text unchanged. */
export function normalizeTypedDate(text: string): string {
  const typed = text.trim();
  const groups = FORMATS.map((format) => format.exec(typed)?.groups).find(Boolean);
  if (!groups) return text;
  const { month = '', day = '', year } = groups;
  const monthAndDay = `${month.padStart(2, '0')}/${day.padStart(2, '0')}`;
  return year === undefined ? monthAndDay : `${monthAndDay}/${year}`;
}

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
  if (iso > now.toISOString().slice(0, 10)) return 'Use a date in the past';
  return Number(iso.slice(0, 4)) < MIN_YEAR ? `Use a year from ${MIN_YEAR}` : undefined;
}
