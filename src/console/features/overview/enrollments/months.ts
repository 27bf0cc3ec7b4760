import { LOCALE } from '#console/lib/locale.ts';

/** A month of the calendar in UTC, as the loyalty API counts days. */
export interface Month {
  /** Its first and last day, as `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
}

/** The months up to the one that a moment lies in, the oldest first. */
export function lastMonths(now: Date, count: number): Month[] {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  return Array.from({ length: count }, (_, index) => {
    const at = month - count + 1 + index;
    // The day before the first of the next month is the last one.
    return { first: dayOf(Date.UTC(year, at, 1)), last: dayOf(Date.UTC(year, at + 1, 0)) };
  });
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** "Nov 2026". */
export function formatMonth({ first }: Month, locale = LOCALE): string {
  return write({ month: 'short', year: 'numeric' }, first, locale);
}

/** "N", for the foot of a bar. */
export function formatMonthLetter({ first }: Month, locale = LOCALE): string {
  return write({ month: 'narrow' }, first, locale);
}

function write(options: Intl.DateTimeFormatOptions, day: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
