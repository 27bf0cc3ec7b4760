import { dateFormatter } from './date-formatter.ts';
import { type DateFormat, formatDate } from './format-date.ts';
import { LOCALE } from './locale.ts';

/** A day of the calendar, in no time zone; without a year where none was given. */
export interface CalendarDay {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
}

/** The year that stands for "no year" in a birthday (decisions.md 30). */
const NO_YEAR = 1904;

const MONTH_FIRST = /^(\d{2})\/(\d{2})(?:\/(\d{4}))?/;
const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})/;

/**
 * Reads the day of a birthday or anniversary in the ways that the loyalty API writes one:
 * `MM/DD/YYYY`, `MM/DD`, or ISO 8601. `undefined` for anything else, which is then shown as it came.
 */
export function parseCalendarDay(value: string): CalendarDay | undefined {
  const [, isoYear, isoMonth, isoDay] = YEAR_FIRST.exec(value) ?? [];
  const [, month = isoMonth, day = isoDay, year = isoYear] = MONTH_FIRST.exec(value) ?? [];
  if (!month || !day) return undefined;
  const numericYear = year === undefined || Number(year) === NO_YEAR ? undefined : Number(year);
  return { year: numericYear, month: Number(month), day: Number(day) };
}

/** A calendar day in words: "Feb 9, 1988", or "Feb 9" without a year. */
export function formatCalendarDay({ year, month, day }: CalendarDay, locale = LOCALE): string {
  return dateFormatter(locale, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(year === undefined ? {} : { year: 'numeric' }),
  }).format(Date.UTC(year ?? NO_YEAR, month - 1, day));
}

/**
 * Reads a moment in the ways that the loyalty API writes one, all in UTC: ISO 8601 with Z,
 * `MM/DD/YYYY HH:MM:SS`, `MM/DD/YYYY`, or `YYYY-MM-DD HH:MM:SS.ffffff`.
 *
 * @returns ISO 8601 with Z and milliseconds; `undefined` for anything else
 */
export function parseLoyaltyInstant(value: string): string | undefined {
  const iso = value.trim().replace(MONTH_FIRST, '$3-$1-$2').replace(' ', 'T');
  const zoned = /[zZ]$|[+-]\d{2}:?\d{2}$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`;
  if (!YEAR_FIRST.test(zoned)) return undefined;
  const instant = new Date(zoned);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

/**
 * A date of the loyalty API as it reads best: a calendar day as that day wherever the reader is, a
 * moment as its day in the reader's zone, and what can't be read as it came.
 */
export function formatLoyaltyDate(value: string, format: DateFormat = {}): string {
  const isMoment = /\d{1,2}:\d{2}/.test(value);
  const day = parseCalendarDay(value);
  if (day && (!isMoment || day.year === undefined)) return formatCalendarDay(day, format.locale);
  const instant = parseLoyaltyInstant(value);
  return instant === undefined ? value : formatDate(new Date(instant), format);
}
