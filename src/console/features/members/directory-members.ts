import type { Client } from '#console/api/client.ts';
import { toFixedDates } from '#console/shared/members/member-dates.ts';
import {
  type DirectoryMember,
  type DirectoryStatus,
  listDirectoryMembers,
  type SearchMatches,
} from '#contract/gateway/directory.ts';
import type { DirectoryFilter, FilterInput } from '#contract/gateway/filters/directory-filters.ts';
import { joinList } from '#contract/gateway/filters/filter-values.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { dateRange } from '#contract/loyalty/members/member-filters.ts';
import type { MembersView } from './members-view.ts';

/** The largest page of the directory. */
const PAGE_MAX = 200;

/** A page of the directory; without members while it can't be used. */
export interface DirectoryPage {
  readonly status: DirectoryStatus;
  /** Undefined if it takes longer to count than to list. */
  readonly total: number | undefined;
  readonly members: readonly Member[] | undefined;
  readonly nextCursor: string | undefined;
  /** Of a search. */
  readonly matching: SearchMatches | undefined;
}

/** Whether a view has filters that only the directory has. */
export function needsDirectory(view: Partial<MembersView>): boolean {
  const { q, tiers, points, lastPurchase, firstPurchase, segment } = view;
  return [q, tiers, points, lastPurchase, firstPurchase, segment].some(
    (filter) => filter !== undefined,
  );
}

/** @param fields further ones for the members */
export async function requestDirectory(
  client: Client,
  teamId: string,
  view: MembersView,
  signal: AbortSignal,
  fields?: string,
): Promise<DirectoryPage> {
  // The similar matches of a search are counted together with the others.
  const query = { ...directoryQuery(view), fields, total: view.q !== undefined };
  const response = await client.request(listDirectoryMembers, {
    ...{ params: { team_id: teamId }, query, signal },
  });
  const { data, total, next_cursor, directory, matching } = response;
  return {
    status: directory,
    total: total ?? undefined,
    members: isUsable(directory) ? data.map(toMember) : undefined,
    nextCursor: next_cursor ?? undefined,
    matching,
  };
}

/** How many members match filters; null while the directory can't be used. */
export async function countMembers(
  client: Client,
  teamId: string,
  filter: DirectoryFilter,
  signal: AbortSignal,
): Promise<number | null> {
  const { total, directory } = await client.request(listDirectoryMembers, {
    params: { team_id: teamId },
    query: { ...filterQuery(filter), count: 1 },
    signal,
  });
  return isUsable(directory) ? total : null;
}

const isUsable = ({ state }: DirectoryStatus) => state === 'current' || state === 'stale';

/** The query parameters of the directory for a view. */
function directoryQuery(view: MembersView) {
  return {
    ...filterQuery(directoryFilter(view)),
    sort: view.sort,
    start_cursor: view.cursor,
    count: Math.min(view.count, PAGE_MAX),
  };
}

/** The query parameters of the directory for filters. */
export function filterQuery(filter: DirectoryFilter): FilterInput {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      Array.isArray(value) ? joinList(value) : value,
    ]),
  ) as FilterInput;
}

const TAG_FILTERS = {
  contain_any_of: 'tag',
  contain_all_of: 'tag_all',
  contain_none_of: 'tag_none',
} as const;

/** The filters of a view, as a job selects members by them. */
export function directoryFilter(view: MembersView): DirectoryFilter {
  const [enrolledFrom, enrolledTo] = daysOf(view.enrolled);
  const [changedFrom, changedTo] = daysOf(view.changed);
  const [lastFrom, lastTo] = daysOf(view.lastPurchase);
  const [firstFrom, firstTo] = daysOf(view.firstPurchase);
  return {
    ...view.segment,
    q: view.q,
    similar: view.similar,
    status: view.status && [view.status],
    tier: view.tiers,
    ...(view.tags ? { [TAG_FILTERS[view.tags.mode]]: view.tags.tags } : {}),
    points_min: view.points?.min,
    points_max: view.points?.max,
    enrolled_from: enrolledFrom,
    enrolled_to: enrolledTo,
    changed_from: changedFrom,
    changed_to: changedTo,
    last_purchase_from: lastFrom,
    last_purchase_to: lastTo,
    first_purchase_from: firstFrom,
    first_purchase_to: firstTo,
  };
}

/** The first and the last day that are selected. */
function daysOf(selection: MembersView['enrolled']) {
  const { from, to } = selection ? dateRange(toFixedDates(selection)) : { from: null, to: null };
  return [from ?? undefined, to === null ? undefined : dayBefore(to)];
}

function dayBefore(isoDay: string): string {
  const day = new Date(`${isoDay}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

/** Whether the search found a member only with a typo. */
export function isSimilar(member: Member): boolean {
  return (member as { similar?: boolean }).similar === true;
}

/** In the shape of the program's own list. */
function toMember({ tier, ...member }: DirectoryMember): Member {
  if (!tier) return member as Member;
  return {
    ...(member as Member),
    tier_info: { loyalty_tier_id: tier.id, loyalty_tier_name: tier.name },
  };
}
