import { queryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import {
  LOYALTY_NOT_FOUND_STATUSES,
  nullIfNotFound,
} from '#console/api/errors/null-if-not-found.ts';
import { placeholderPage } from '#console/api/placeholder-page.ts';
import { useCachedData } from '#console/api/use-cached-data.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember, listMembers } from '#contract/loyalty/members/members.ts';
import { type MembersView, membersRequest, parseMembersView } from './members-view.ts';

/** One page of the list. */
export interface MembersPage {
  /** The filters and the position that were requested. */
  readonly view: MembersView;
  /** Position of its first member in the whole list, from 1. */
  readonly from: number;
  /** How many members match the filters. */
  readonly total: number;
  readonly members: readonly Member[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** Prefix of all queries about a team's members. */
export const membersKey = (teamId: string) => ['teams', teamId, 'members'] as const;

/** Prefix of the queries for pages of the list. */
export const membersListKey = (teamId: string) => [...membersKey(teamId), 'list'] as const;

/** Prefix of the queries for single members. */
const memberKey = (teamId: string) => [...membersKey(teamId), 'one'] as const;

/** One page of the members list. The previous page stays as placeholder data. */
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
    placeholderData: (page) => placeholderPage(page, page?.members),
  });
}

/**
 * One member, or null if there is none.
 *
 * @param memberId either the operator's `member_id`, which users know, or the API's own `id`, which
 *   events and other systems carry
 * @param language a store language; the program's default if undefined
 */
export function memberQuery(
  api: Api,
  teamId: string,
  memberId: string,
  language: string | undefined,
) {
  const params = { member: memberId };
  const request = (mode: { idParam?: 'member_id' }, signal: AbortSignal) =>
    nullIfNotFound(
      api.loyalty(teamId).request(getMember, { params, query: { ...mode, language }, signal }),
      LOYALTY_NOT_FOUND_STATUSES,
    );
  return queryOptions({
    queryKey: [...memberKey(teamId), memberId, language] as const,
    queryFn: async ({ signal }): Promise<Member | null> => {
      const response =
        (await request({ idParam: 'member_id' }, signal)) ?? (await request({}, signal));
      return response?.data ?? null;
    },
  });
}

/** The cached pages of the list; renders again when they change. */
export function useCachedPages(teamId: string): readonly MembersPage[] {
  return useCachedData<MembersPage>(membersListKey(teamId));
}

/**
 * The cached members, from lists and single queries; renders again when they change. A member can
 * appear twice.
 */
export function useCachedMembers(teamId: string): readonly Member[] {
  const pages = useCachedPages(teamId);
  const single = useCachedData<Member | null>(memberKey(teamId));
  return useMemo(
    () => [...single.flatMap((member) => member ?? []), ...pages.flatMap(({ members }) => members)],
    [pages, single],
  );
}

/** A cached copy of a member, by either id. */
export function useCachedMember(teamId: string, memberId: string): Member | undefined {
  return useCachedMembers(teamId).find(
    (member) => member.member_id === memberId || member.id === memberId,
  );
}

export const membersLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const view = parseMembersView(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(membersQuery(api, teamId, view));
    return null;
  };

export const memberLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '', memberId = '' }, request }) => {
    const { language } = parseMembersView(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(memberQuery(api, teamId, memberId, language));
    return null;
  };
