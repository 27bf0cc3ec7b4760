import { LOCALE } from '#console/lib/locale.ts';

/** A calendar month in UTC, the time zone of days in the loyalty API. */
export interface Month {
  /** The first and last day, as `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
}

/** The last `count` months up to the current one, the oldest first. */
export function lastMonths(now: Date, count: number): Month[] {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  return Array.from({ length: count }, (_, index) => {
    const nth = month - count + 1 + index;
    // Day 0 of the next month is the last day of this one.
    return { first: toIsoDay(Date.UTC(year, nth, 1)), last: toIsoDay(Date.UTC(year, nth + 1, 0)) };
  });
}

/** A month such as `2026-11`. */
export function toMonth(text: string): Month {
  const [year, month] = text.split('-').map(Number) as [number, number];
  return { first: `${text}-01`, last: toIsoDay(Date.UTC(year, month, 0)) };
}

function toIsoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** This month in UTC and the following ones, such as `2026-11`. */
export function nextMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    toIsoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index, 1)).slice(0, 7),
  );
}

/** "Nov 2026". */
export function formatMonth({ first }: Month, locale = LOCALE): string {
  return formatDay({ month: 'short', year: 'numeric' }, first, locale);
}

/** "Nov". */
export function formatMonthName({ first }: Month, locale = LOCALE): string {
  return formatDay({ month: 'short' }, first, locale);
}

/** The month before, from its first day to the same day of the month at most; both ISO days. */
export function sameDaysOfMonthBefore(now: Date): [first: string, last: string] {
  const [before] = lastMonths(now, 2);
  const { first = '', last = '' } = before ?? {};
  const day = now.toISOString().slice(8, 10);
  const sameDay = `${first.slice(0, 8)}${day}`;
  return [first, sameDay < last ? sameDay : last];
}

/** Days of one month: "Oct 1–22". */
export function formatDayRange(first: string, last: string, locale = LOCALE): string {
  const format = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return format.formatRange(new Date(first), new Date(last));
}

/** "N". */
export function formatMonthLetter({ first }: Month, locale = LOCALE): string {
  return formatDay({ month: 'narrow' }, first, locale);
}

function formatDay(options: Intl.DateTimeFormatOptions, day: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
