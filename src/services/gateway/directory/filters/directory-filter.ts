import {
  and,
  arrayContains,
  arrayOverlaps,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import { dayAfter } from '#contract/loyalty/dates.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { birthdayTraits, excludedTraits, filterTraits } from './member-traits.ts';

/** The `enrolledAt` and `changedAt` of members without a date. */
export const UNKNOWN_DATE = new Date(0);

/**
 * Matches a team's members with the filters but those of custom attributes (attribute-rows.ts); the search is
 * separate, because it has to be prepared.
 */
export function matchesFields(teamId: number, filter: DirectoryFilter, now: Date): SQL | undefined {
  const { status, tierId, tags, points, enrolledAt, changedAt } = directoryMembers;
  const { firstPurchaseAt, lastPurchaseAt, traits } = directoryMembers;
  const excluded = excludedTraits(teamId, filter);
  return and(
    eq(directoryMembers.teamId, teamId),
    filter.status?.length ? inArray(status, filter.status) : undefined,
    filter.tier?.length ? inArray(tierId, filter.tier) : undefined,
    filter.tag?.length ? arrayOverlaps(tags, filter.tag) : undefined,
    filter.tag_all?.length ? arrayContains(tags, filter.tag_all) : undefined,
    filter.tag_none?.length ? not(arrayOverlaps(tags, filter.tag_none)) : undefined,
    isWithin(points, filter.points_min, filter.points_max),
    isWithin(
      directoryMembers.lifetimePoints,
      filter.lifetime_points_min,
      filter.lifetime_points_max,
    ),
    isWithin(directoryMembers.purchases, filter.purchases_min, filter.purchases_max),
    isWithin(directoryMembers.redemptions, filter.redemptions_min, filter.redemptions_max),
    isWithin(directoryMembers.revenue, filter.revenue_min, filter.revenue_max),
    isBetween(enrolledAt, filter.enrolled_from, filter.enrolled_to),
    isBetween(changedAt, filter.changed_from, filter.changed_to),
    isBetween(firstPurchaseAt, filter.first_purchase_from, filter.first_purchase_to),
    isBetween(lastPurchaseAt, filter.last_purchase_from, filter.last_purchase_to),
    filter.referrer === undefined ? undefined : isReferredBy(teamId, filter.referrer),
    filter.expiring_within === undefined ? undefined : expiresWithin(filter.expiring_within, now),
    filter.expiring_month === undefined ? undefined : expiresIn(filter.expiring_month, now),
    ...filterTraits(teamId, filter).map((any) => arrayOverlaps(traits, any)),
    filter.status_not?.length ? notInArray(status, filter.status_not) : undefined,
    filter.tier_not?.length ? or(isNull(tierId), notInArray(tierId, filter.tier_not)) : undefined,
    excluded.length > 0 ? not(arrayOverlaps(traits, excluded)) : undefined,
    filter.has_birthday === undefined ? undefined : hasBirthday(teamId, filter.has_birthday),
  );
}

/** By either ID of a member: an array, because the planner takes an `or` with a subquery for many members. */
function isReferredBy(teamId: number, id: string): SQL {
  return sql`${directoryMembers.referrerId} = any (array(
    select ${id}::text union all
    select referrer.service_id from ${directoryMembers} referrer
    where referrer.team_id = ${teamId} and referrer.member_id = ${id}))`;
}

function hasBirthday(teamId: number, isGiven: boolean): SQL {
  const has = arrayOverlaps(directoryMembers.traits, birthdayTraits(teamId));
  return isGiven ? has : not(has);
}

/** From today on: points that expired since the member was read don't count. */
function expiresWithin(days: number, now: Date): SQL | undefined {
  const { expirations, nextExpiration } = directoryMembers;
  const [today, last] = [now, addSeconds(now, days * DAY_SECONDS)].map((moment) =>
    moment.toISOString().slice(0, 10),
  );
  return and(
    lte(nextExpiration, last as string),
    sql`exists (select from unnest(${expirations}) as day
      where day between ${today}::date and ${last}::date)`,
  );
}

/** By the months that points owed adds up: the current one also has those before it. */
function expiresIn(month: string, now: Date): SQL | undefined {
  const { nextExpiration, pointTotals } = directoryMembers;
  const isCurrent = month === now.toISOString().slice(0, 7);
  return and(
    // For the index.
    sql`${nextExpiration} < (${`${month}-01`}::date + interval '1 month')`,
    isCurrent
      ? sql`exists (select from jsonb_object_keys(${pointTotals}) as part
          where part ~ '^[0-9]{4}-[0-9]{2}$' and part <= ${month})`
      : sql`${pointTotals} ? ${month}`,
  );
}

function isWithin(
  column: PgColumn,
  min: number | undefined,
  max: number | undefined,
): SQL | undefined {
  return and(
    min === undefined ? undefined : gte(column, min),
    max === undefined ? undefined : lte(column, max),
  );
}

/** Whether anything of a filter is set. */
export function isFilterSet(value: DirectoryFilter[keyof DirectoryFilter]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
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
