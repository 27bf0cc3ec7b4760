import type { Client } from '#console/api/client.ts';
import { filterQuery, type MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import {
  type DirectoryMember,
  type DirectoryStatus,
  listDirectoryMembers,
  type SearchMatches,
} from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
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
  readonly matching: SearchMatches | undefined;
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
  const query = { ...directoryQuery(view), fields, total: view.filter.q !== undefined };
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

/** How many members match filters. */
export interface MembersCount {
  readonly total: number;
  /** Whether it is estimated. */
  readonly isAbout: boolean;
}

/**
 * @param isExact whether to wait for what could be estimated
 * @returns null while the directory can't be used
 */
export async function countMembers(
  client: Client,
  teamId: string,
  filter: MembersFilter,
  isExact: boolean,
  signal: AbortSignal,
): Promise<MembersCount | null> {
  const { total, total_about, directory } = await client.request(listDirectoryMembers, {
    params: { team_id: teamId },
    query: { ...filterQuery(filter), count: 1, total: isExact || 'about' },
    signal,
  });
  if (!isUsable(directory) || total === null) return null;
  return { total, isAbout: total_about === true };
}

const isUsable = ({ state }: DirectoryStatus) => state === 'current' || state === 'stale';

/** The query parameters of the directory for a view. */
function directoryQuery(view: MembersView) {
  return {
    ...filterQuery(view.filter),
    sort: view.sort,
    start_cursor: view.cursor,
    count: Math.min(view.count, PAGE_MAX),
  };
}

/** Whether the search found a member only with a typo. */
export function isSimilar(member: Member): boolean {
  return (member as { similar?: boolean }).similar === true;
}

/** The member in the shape of the program's own list. */
function toMember({ tier, ...member }: DirectoryMember): Member {
  if (!tier) return member as Member;
  return {
    ...(member as Member),
    tier_info: { loyalty_tier_id: tier.id, loyalty_tier_name: tier.name },
  };
}
