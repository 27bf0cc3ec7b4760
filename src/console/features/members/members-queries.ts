import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Api } from '#console/api/api.ts';
import {
  LOYALTY_NOT_FOUND_STATUSES,
  nullIfNotFound,
} from '#console/api/errors/null-if-not-found.ts';
import { keepPreviousPage } from '#console/api/keep-previous-page.ts';
import { useCachedData } from '#console/api/use-cached-data.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember, listMembers } from '#contract/loyalty/members/members.ts';
import { type MembersView, membersRequest } from './list/members-view.ts';

/** One page of the list. */
export interface MembersPage {
  /** The filters and the cursor that it was fetched with. */
  readonly view: MembersView;
  /** Place of its first member in the whole list, from 1. */
  readonly from: number;
  /** Of all that the filters match. */
  readonly total: number;
  readonly members: readonly Member[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** Everything that was read of a team's members. */
export const membersKey = (teamId: string) => ['teams', teamId, 'members'] as const;

/** All pages of the list that were read. */
export const membersListKey = (teamId: string) => [...membersKey(teamId), 'list'] as const;

/** All queries of a single member. */
const singleMemberKey = (teamId: string) => [...membersKey(teamId), 'one'] as const;

/** One page of the members list. The page before stays until the new one is there. */
export function membersQuery(api: Api, teamId: string, view: MembersView) {
  return queryOptions({
    queryKey: [...membersListKey(teamId), view] as const,
    queryFn: async ({ signal }): Promise<MembersPage> => {
      const { data } = await api
        .loyalty(teamId)
        .request(listMembers, { query: membersRequest(view), signal });
      return {
        view,
        from: view.from,
        total: data.total,
        members: data.members,
        nextCursor: data.more ? data.next_cursor : undefined,
      };
    },
    placeholderData: (page) => keepPreviousPage(page, page?.members),
  });
}

/**
 * One member by either id: the operator's `member_id`, which people know, and the service's `id`,
 * which events and other systems carry. Resolves to null where there is no such member.
 *
 * @param language a store language; the program's default where it is left out
 */
export function memberQuery(
  api: Api,
  teamId: string,
  memberId: string,
  language: string | undefined,
) {
  const params = { member: memberId };
  const read = (mode: { idParam?: 'member_id' }, signal: AbortSignal) =>
    nullIfNotFound(
      api.loyalty(teamId).request(getMember, { params, query: { ...mode, language }, signal }),
      LOYALTY_NOT_FOUND_STATUSES,
    );
  return queryOptions({
    queryKey: [...singleMemberKey(teamId), memberId, language] as const,
    queryFn: async ({ signal }): Promise<Member | null> => {
      const response = (await read({ idParam: 'member_id' }, signal)) ?? (await read({}, signal));
      return response?.data ?? null;
    },
  });
}

/** All pages of the list that are in the cache. */
function cachedPages(queryClient: QueryClient, teamId: string): readonly MembersPage[] {
  return queryClient
    .getQueriesData<MembersPage>({ queryKey: membersListKey(teamId) })
    .flatMap(([, page]) => page ?? []);
}

/** All pages of the list that are in the cache; renders again when they change. */
export function useCachedPages(teamId: string): readonly MembersPage[] {
  return useCachedData<MembersPage>(membersListKey(teamId));
}

/**
 * All members that are in the cache, from lists and single queries; renders again when they change. A
 * member can appear twice.
 */
export function useCachedMembers(teamId: string): readonly Member[] {
  const pages = useCachedPages(teamId);
  const single = useCachedData<Member | null>(singleMemberKey(teamId));
  return useMemo(
    () => [...single.flatMap((member) => member ?? []), ...pages.flatMap(({ members }) => members)],
    [pages, single],
  );
}

/** A cached copy of a member, to show while the member is being fetched. */
export function findCachedMember(
  queryClient: QueryClient,
  teamId: string,
  memberId: string,
): Member | undefined {
  const single = queryClient
    .getQueriesData<Member | null>({ queryKey: singleMemberKey(teamId) })
    .flatMap(([, member]) => member ?? []);
  const listed = cachedPages(queryClient, teamId).flatMap(({ members }) => members);
  return [...single, ...listed].find(
    (member) => member.member_id === memberId || member.id === memberId,
  );
}
