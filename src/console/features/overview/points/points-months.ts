import { type Month, toMonth } from '#console/lib/dates/months.ts';
import type { PointsOwed } from '#contract/gateway/points/points-owed.ts';

/** The chart shows this month and those before it, then the following ones. */
const PAST_MONTHS = 9;
const NEXT_MONTHS = 4;

export const SERIES = [
  { name: 'earned', label: 'Earned', tone: 'shade-1' },
  { name: 'redeemed', label: 'Redeemed', tone: 'shade-3' },
  { name: 'expired', label: 'Expired', tone: 'shade-4' },
  { name: 'expiring', label: 'Expiring', tone: 'shade-5' },
] as const;
export type SeriesName = (typeof SERIES)[number]['name'];

/** What became of points in a month, none negative; undefined for what isn't known of it. */
export type PointsMonth = { readonly month: Month } & {
  readonly [Name in SeriesName]: number | undefined;
};

/**
 * The months of the chart, oldest first. What was earned, redeemed and expired is known of Patron's loyalty
 * service only, and of past months; what is expiring, of this month and the following ones.
 *
 * @returns also the position of this month
 */
export function pointsMonths({ statement, expiring }: PointsOwed): {
  months: PointsMonth[];
  current: number;
} {
  const past = statement?.slice(-PAST_MONTHS) ?? [];
  const thisMonth = past.at(-1)?.month ?? expiring[0]?.month ?? '';
  const next = expiring.filter(({ month }) => month > thisMonth);
  const expiringIn = (month: string) => expiring.find((each) => each.month === month)?.points;
  const unknown = { earned: undefined, redeemed: undefined, expired: undefined };
  const months = [
    ...(past.length > 0
      ? past.map(({ month, earned, redeemed, expired }) => ({
          month: toMonth(month),
          earned,
          redeemed: Math.abs(redeemed),
          expired: Math.abs(expired),
          expiring: expiringIn(month),
        }))
      : [{ month: toMonth(thisMonth), ...unknown, expiring: expiringIn(thisMonth) }]),
    ...next
      .slice(0, past.length > 0 ? NEXT_MONTHS : PAST_MONTHS + NEXT_MONTHS - 1)
      .map(({ month, points }) => ({ month: toMonth(month), ...unknown, expiring: points })),
  ];
  return { months, current: Math.max(0, past.length - 1) };
}

/** A month that is so much larger than all others is cut, so that they can still be compared. */
const OUTLIER = 4;

/** The value at the end of the scale. */
export function scaleEnd(values: readonly number[]): number {
  const [first = 0, second = 0] = [...values].sort((a, b) => b - a);
  return second > 0 && first > OUTLIER * second ? second * 1.5 : Math.max(first, 1);
}
