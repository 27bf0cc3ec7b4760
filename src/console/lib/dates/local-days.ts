import { formatDate } from './format-date.ts';

/** A range of time. Both ends are ISO 8601; `until` is no longer part of it. */
export interface TimeRange {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * The time of whole days in local time.
 *
 * @param first as `YYYY-MM-DD`, or empty for no limit
 * @param last likewise, included
 */
export function instantsOfDays(first: string, last: string): TimeRange {
  return { since: startOf(first, 0), until: startOf(last, 1) };
}

function startOf(day: string, daysLater: number): string | undefined {
  if (day === '') return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** The first and the last local day that a range has; empty without a limit. */
export function localDaysOf({ since, until }: TimeRange): [first: string, last: string] {
  return [since ? isoDay(new Date(since)) : '', until ? isoDay(lastInstant(until)) : ''];
}

function isoDay(instant: Date): string {
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}

const lastInstant = (until: string) => new Date(Date.parse(until) - 1);

/** The days of a range: "Mar 3, 2026 to Mar 9, 2026", "since Mar 3, 2026"; undefined without a limit. */
export function formatDays({ since, until }: TimeRange): string | undefined {
  const first = since && formatDate(new Date(since));
  const last = until && formatDate(lastInstant(until));
  if (first && last) return first === last ? first : `${first} to ${last}`;
  if (first) return `since ${first}`;
  return last && `until ${last}`;
}
