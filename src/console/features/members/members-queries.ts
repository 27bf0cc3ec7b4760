import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import {
  LOYALTY_NOT_FOUND_STATUSES,
  nullIfNotFound,
} from '#console/api/errors/null-if-not-found.ts';
import { useCachedData } from '#console/api/use-cached-data.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { decodeParams } from '#console/lib/url/path-params.ts';
import type { MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import type { DirectoryStatus, SearchMatches } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { getMember, listMembers } from '#contract/loyalty/members/members.ts';
import { countMembers, requestDirectory } from './directory-members.ts';
import {
  type MembersView,
  membersRequest,
  needsDirectory,
  parseDirectoryView,
  parseMembersView,
  parseProgramView,
} from './members-view.ts';
import { listedFields } from './stored-display.ts';

/** How often the list is read again until the directory is complete. */
const BUILDING_POLL_MS = 3_000;

/**
 * Begins the cursors of the program's own list where there is a directory: its pages can be read on when the
 * directory is complete, which doesn't know them.
 */
const PROGRAM_CURSOR = 'program:';

export interface MembersPage {
  /** The filters and the position that were requested. */
  readonly view: MembersView;
  /** Position of its first member in the whole list, from 1. */
  readonly from: number;
  /** How many members match the filters; undefined if they were not counted. */
  readonly total: number | undefined;
  /** Whether the total is estimated. */
  readonly isTotalAbout?: boolean;
  readonly members: readonly Member[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
  /** The state of the directory; undefined if it was not asked. */
  readonly directory: DirectoryStatus | undefined;
  /** Whether the members come from the directory, which can search and sort. */
  readonly isFromDirectory: boolean;
  /** How many members a search of the directory found, literally and with typos. */
  readonly matching?: SearchMatches | undefined;
}

/** Prefix of all queries about a team's members. */
export const membersKey = (teamId: string) => ['teams', teamId, 'members'] as const;

/** Prefix of the queries for pages of the list. */
export const membersListKey = (teamId: string) => [...membersKey(teamId), 'list'] as const;

/** Prefix of the queries for single members. */
const memberKey = (teamId: string) => [...membersKey(teamId), 'one'] as const;

/** One page of the members list. The previous page stays as placeholder data. */
export function membersQuery(api: Api, teamId: string, view: MembersView) {
  const fields = listedFields(teamId);
  return queryOptions({
    queryKey: [...membersListKey(teamId), view, fields] as const,
    queryFn: async ({ signal }): Promise<MembersPage> => {
      const { from } = view;
      const isOfProgram = view.cursor?.startsWith(PROGRAM_CURSOR);
      const asked = isOfProgram ? { ...view, cursor: undefined } : view;
      const found =
        api.directory && (await requestDirectory(api.directory, teamId, asked, signal, fields));
      if (found?.members && !isOfProgram) {
        const { status: directory, ...page } = found;
        return { ...page, view, from, members: found.members, directory, isFromDirectory: true };
      }
      if (found && !isOfProgram && needsDirectory(view.filter)) {
        // All members of the program would look like those that were searched for.
        const page = { view, from, total: 0, members: [], nextCursor: undefined };
        return { ...page, directory: found.status, isFromDirectory: false };
      }
      const cursor = isOfProgram ? view.cursor?.slice(PROGRAM_CURSOR.length) : view.cursor;
      const { data } = await api
        .loyalty(teamId)
        .request(listMembers, { query: membersRequest({ ...view, cursor }), signal });
      const next = data.more === false ? undefined : data.next_cursor || undefined;
      return {
        view,
        from,
        total: data.total,
        members: data.members,
        nextCursor: found && next ? PROGRAM_CURSOR + next : next,
        directory: found?.status,
        isFromDirectory: false,
      };
    },
    // A search waits for the directory, also while more is typed.
    placeholderData: (page) =>
      page?.directory?.state === 'building' ? page : placeholderPage(page, page?.members),
    refetchInterval: ({ state }) =>
      state.data?.directory?.state === 'building' ? BUILDING_POLL_MS : false,
  });
}

/**
 * How many members match filters; null while the directory can't be used.
 *
 * @param isExact whether to wait for what could be estimated
 */
export function membersCountQuery(
  { directory }: Api,
  teamId: string,
  filter: MembersFilter | undefined,
  isExact: boolean,
) {
  return queryOptions({
    queryKey: [...membersKey(teamId), 'count', isExact, filter] as const,
    queryFn:
      directory && filter
        ? ({ signal }) => countMembers(directory, teamId, filter, isExact, signal)
        : skipToken,
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

/** A page with the number of all members that match, once they are counted or estimated. */
export function useCountedPage(
  teamId: string,
  page: MembersPage | undefined,
): MembersPage | undefined {
  const count = useQuery(membersCountQuery(useApi(), teamId, uncountedFilter(page), false)).data;
  if (!page || !count) return page;
  return { ...page, total: count.total, isTotalAbout: count.isAbout };
}

/**
 * The exact number of all members that match.
 *
 * @param page with its number
 * @param isNeeded whether to count what was only estimated
 */
export function useExactTotal(
  teamId: string,
  page: MembersPage | undefined,
  isNeeded: boolean,
): number | undefined {
  const isCounting = isNeeded && page?.isTotalAbout === true;
  const filter = isCounting ? page.view.filter : undefined;
  const { data } = useQuery(membersCountQuery(useApi(), teamId, filter, true));
  return page?.isTotalAbout ? data?.total : page?.total;
}

const uncountedFilter = (page: MembersPage | undefined) =>
  page?.isFromDirectory && page.total === undefined ? page.view.filter : undefined;

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

/** A cached copy of a member, by either id. `isPartial` if the directory has it, with only some fields. */
export function useCachedMember(teamId: string, memberId: string) {
  const pages = useCachedPages(teamId);
  const member = useCachedMembers(teamId).find(
    ({ member_id, id }) => member_id === memberId || id === memberId,
  );
  const isPartial = pages.some(
    ({ isFromDirectory, members }) => isFromDirectory && member && members.includes(member),
  );
  return { member, isPartial };
}

export const membersLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const parse = api.directory ? parseDirectoryView : parseProgramView;
    const view = parse(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(membersQuery(api, teamId, view));
    return null;
  };

export const memberLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params, request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const { teamId = '', memberId = '' } = decodeParams(params, pathname);
    const { language } = parseMembersView(searchParams);
    void queryClient.prefetchQuery(memberQuery(api, teamId, memberId, language));
    return null;
  };
