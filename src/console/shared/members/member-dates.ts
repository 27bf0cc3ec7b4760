import type { DateSelection } from '#contract/loyalty/members/member-filters.ts';

/** A number of days until today, so that a saved view stays current. */
export interface RecentDays {
  readonly operator: 'last';
  readonly days: number;
}

/** A filter by fixed days or by recent ones. */
export type MemberDates = DateSelection | RecentDays;

export const RECENT_DAYS_MAX = 3_650;

/** The days of a filter as of now, in UTC like the API. Recent ones include the whole first day. */
export function toFixedDates(dates: MemberDates, now = new Date()): DateSelection {
  if (dates.operator !== 'last') return dates;
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() - dates.days);
  const first = day.toISOString().slice(0, 10);
  return { operator: 'gte', first, last: first };
}
