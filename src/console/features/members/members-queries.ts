import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import {
  LOYALTY_NOT_FOUND_STATUSES,
  nullIfNotFound,
} from '#console/api/errors/null-if-not-found.ts';
import { keepPreviousPage } from '#console/api/keep-previous-page.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember, listMembers } from '#contract/loyalty/members/members.ts';
import { type MembersView, membersRequest } from './list/members-view.ts';

/** One page of the list. */
export interface MembersPage {
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

/** One page of the members list. The page before stays until the new one is there. */
export function membersQuery(api: Api, teamId: string, view: MembersView) {
  return queryOptions({
    queryKey: [...membersListKey(teamId), view] as const,
    queryFn: async ({ signal }): Promise<MembersPage> => {
      const { data } = await api
        .loyalty(teamId)
        .request(listMembers, { query: membersRequest(view), signal });
      return {
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
    queryKey: [...membersKey(teamId), 'one', memberId, language] as const,
    queryFn: async ({ signal }): Promise<Member | null> => {
      const response = (await read({ idParam: 'member_id' }, signal)) ?? (await read({}, signal));
      return response?.data ?? null;
    },
  });
}

/** The lists of a team's members that were read so far. */
export function cachedPages(queryClient: QueryClient, teamId: string) {
  return queryClient
    .getQueriesData<MembersPage>({ queryKey: membersListKey(teamId) })
    .flatMap(([key, page]) => (page ? [{ view: key[4] as MembersView, page }] : []));
}

/** All members that were read so far, from a list or by themselves; one may come twice. */
export function cachedMembers(queryClient: QueryClient, teamId: string): Member[] {
  const single = queryClient.getQueriesData<Member | null>({
    queryKey: [...membersKey(teamId), 'one'],
  });
  return [
    ...single.flatMap(([, member]) => member ?? []),
    ...cachedPages(queryClient, teamId).flatMap(({ page }) => page.members),
  ];
}

/** A member as it was read before, to stand there while it is read again. */
export function findCachedMember(
  queryClient: QueryClient,
  teamId: string,
  memberId: string,
): Member | undefined {
  return cachedMembers(queryClient, teamId).find(
    (member) => member.member_id === memberId || member.id === memberId,
  );
}
