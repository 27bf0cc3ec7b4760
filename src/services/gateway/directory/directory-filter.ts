import {
  and,
  arrayContains,
  arrayOverlaps,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  not,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DirectoryFilter } from '#contract/gateway/directory.ts';
import { dayAfter } from '#contract/loyalty/dates.ts';
import { directoryMembers } from './directory-members-table.ts';

/** The `enrolledAt` and `changedAt` of members without a date. */
export const UNKNOWN_DATE = new Date(0);

/** Matches a team's members with the filters; the search is separate, because it has to be prepared. */
export function matchesFilter(teamId: number, filter: DirectoryFilter): SQL | undefined {
  const { status, tierId, tags, points, enrolledAt, changedAt, referrerId } = directoryMembers;
  return and(
    eq(directoryMembers.teamId, teamId),
    filter.status?.length ? inArray(status, filter.status) : undefined,
    filter.tier?.length ? inArray(tierId, filter.tier) : undefined,
    filter.tag?.length ? arrayOverlaps(tags, filter.tag) : undefined,
    filter.tag_all?.length ? arrayContains(tags, filter.tag_all) : undefined,
    filter.tag_none?.length ? not(arrayOverlaps(tags, filter.tag_none)) : undefined,
    filter.points_min === undefined ? undefined : gte(points, filter.points_min),
    filter.points_max === undefined ? undefined : lte(points, filter.points_max),
    isBetween(enrolledAt, filter.enrolled_from, filter.enrolled_to),
    isBetween(changedAt, filter.changed_from, filter.changed_to),
    filter.referrer === undefined ? undefined : eq(referrerId, filter.referrer),
  );
}

/** Matches UTC days, both inclusive; a member without the date has none of them. */
function isBetween(
  moment: PgColumn,
  from: string | undefined,
  to: string | undefined,
): SQL | undefined {
  if (from === undefined && to === undefined) return undefined;
  const before = to === undefined ? null : dayAfter(to);
  return and(
    gt(moment, UNKNOWN_DATE),
    from === undefined ? undefined : gte(moment, new Date(from)),
    before === null ? undefined : lt(moment, new Date(before)),
  );
}
