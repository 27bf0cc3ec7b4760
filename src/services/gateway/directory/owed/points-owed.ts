import { sql } from 'drizzle-orm';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import { OWED_MONTHS } from '#contract/gateway/filters/filter-values.ts';
import type { PointSums } from '#contract/gateway/points/points-owed.ts';
import {
  selectFromCounters,
  selectFromMembers,
} from '#services/gateway/directory/counts/read-counts.ts';
import { matchesListed } from '#services/gateway/directory/directory-store.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';

interface Total extends Record<string, unknown> {
  /** A key of `MemberPoints`. */
  part: string;
  points: number;
  members: number;
}

const MONTH = /^\d{4}-\d\d$/;

/** The points of the members that match the filters (decisions.md, 64). */
export async function sumPointsOwed(
  db: Queries,
  clock: Clock,
  teamId: number,
  filter: DirectoryFilter,
): Promise<PointSums> {
  const now = clock.now();
  const rows =
    selectFromCounters(teamId, filter, now) ??
    selectFromMembers(await matchesListed(db, teamId, filter, now));
  const { rows: totals } = await db.execute<Total>(sql`
    select value as part, sum(points)::float8 as points, sum(members)::int as members
    from (${rows.point_total}) facet_rows group by value`);
  const sums = new Map(totals.map(({ part, points }) => [part, points]));
  const months = nextMonths(now);
  const last = months.at(-1) ?? '';
  const scheduled = totals.filter(({ part }) => MONTH.test(part));
  const available = sums.get('available') ?? 0;
  const earned = sums.get('earned') ?? 0;
  return {
    available,
    pending: sums.get('pending') ?? 0,
    expiring: months.map((month, index) => {
      const isIn = (part: string) => (index === 0 ? part <= month : part === month);
      const inMonth = scheduled.filter(({ part }) => isIn(part));
      return { month, points: sum(inMonth, 'points'), members: sum(inMonth, 'members') };
    }),
    later: sum(
      scheduled.filter(({ part }) => part > last),
      'points',
    ),
    // A service may announce more than there is.
    without_expiry: Math.max(0, available - sum(scheduled, 'points')),
    expired_share: earned > 0 ? Math.min(1, (sums.get('expired') ?? 0) / earned) : null,
  };
}

const sum = (totals: readonly Total[], key: 'points' | 'members') =>
  totals.reduce((all, total) => all + Number(total[key]), 0);

/** This month in UTC and the following ones as `YYYY-MM`. */
function nextMonths(now: Date): string[] {
  return Array.from({ length: OWED_MONTHS }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index, 1))
      .toISOString()
      .slice(0, 7),
  );
}
