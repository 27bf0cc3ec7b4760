import { and, arrayOverlaps, eq, gt, gte, inArray, lt, lte, type SQL } from 'drizzle-orm';
import type { DirectoryFilter } from '#contract/gateway/directory.ts';
import { dayAfter } from '#contract/loyalty/dates.ts';
import { directoryMembers } from './directory-members-table.ts';

/** The `enrolledAt` and `changedAt` of members without a date. */
export const UNKNOWN_DATE = new Date(0);

/** Matches a team's members with the filters; the search is separate, because it has to be prepared. */
export function matchesFilter(teamId: number, filter: DirectoryFilter): SQL | undefined {
  const { status, tierId, tags, points, enrolledAt, referrerId } = directoryMembers;
  const { enrolled_from: from, enrolled_to: to } = filter;
  const before = to === undefined ? undefined : dayAfter(to);
  return and(
    eq(directoryMembers.teamId, teamId),
    filter.status?.length ? inArray(status, filter.status) : undefined,
    filter.tier?.length ? inArray(tierId, filter.tier) : undefined,
    filter.tag?.length ? arrayOverlaps(tags, filter.tag) : undefined,
    filter.points_min === undefined ? undefined : gte(points, filter.points_min),
    filter.points_max === undefined ? undefined : lte(points, filter.points_max),
    from === undefined && to === undefined ? undefined : gt(enrolledAt, UNKNOWN_DATE),
    from === undefined ? undefined : gte(enrolledAt, new Date(from)),
    before == null ? undefined : lt(enrolledAt, new Date(before)),
    filter.referrer === undefined ? undefined : eq(referrerId, filter.referrer),
  );
}
