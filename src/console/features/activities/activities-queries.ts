import { queryOptions, skipToken } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import {
  LOYALTY_NOT_FOUND_STATUSES,
  nullIfNotFound,
} from '#console/api/errors/null-if-not-found.ts';
import { searchTextField } from '#console/api/lists/page-search-fields.ts';
import { matchesSearch } from '#console/lib/matches-search.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { decodeParams } from '#console/lib/url/path-params.ts';
import { readSearch } from '#console/lib/url/search-params.ts';
import {
  type AllActivities,
  activitiesKey,
  allActivitiesQuery,
} from '#console/shared/loyalty/activities-query.ts';
import { getActivityUseDetails, listActivityUse } from '#contract/gateway/points/member-points.ts';
import { type Activity, getActivity, listActivities } from '#contract/loyalty/activities.ts';
import type { ActivityUse, ActivityUseDetails } from '#contract/points/points.ts';

export const PAGE_SIZE = 100;

export const ACTIVITY_STATUSES = ['active', 'inactive'] as const;

/** Activities are sorted by how often members earned by them lately, or by the points that they earned. */
const SORTS = ['times', '-times', 'points', '-points'] as const;

/**
 * The state of the activities list in its URL: `start` is an index into the list, from 0; `q`
 * is the text of a search; `sort` is an order by recent use; `language` is the store language of names and texts.
 */
export const activitiesViewSchema = z.object({
  start: z.catch(z.pipe(z.coerce.number(), z.int().check(z.nonnegative())), 0),
  q: searchTextField,
  status: z.catch(z.optional(z.enum(ACTIVITY_STATUSES)), undefined),
  sort: z.catch(z.optional(z.enum(SORTS)), undefined),
  language: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
});
export type ActivitiesView = z.output<typeof activitiesViewSchema>;

/** Parses the URL. Invalid parameters get their default. */
export function parseActivitiesView(search: URLSearchParams): ActivitiesView {
  return readSearch(activitiesViewSchema, search);
}

export function isFiltered({ q, status }: ActivitiesView): boolean {
  return q !== undefined || status !== undefined;
}

/** Whether the page comes from all activities: the API can't filter or sort, so the console does. */
export function isFromAll(view: ActivitiesView): boolean {
  return isFiltered(view) || view.sort !== undefined;
}

export interface ActivitiesPage {
  /** Position of the first activity in the whole list, from 1. */
  readonly from: number;
  /** Undefined if the service doesn't count. */
  readonly total: number | undefined;
  readonly activities: readonly Activity[];
  /** Undefined on the last page. */
  readonly nextStart: number | undefined;
}

/**
 * One page of activities, inactive ones at its end: the API can't order the list. Shows the previous
 * page while it loads.
 */
export function activitiesQuery(api: Api, teamId: string, { start, language }: ActivitiesView) {
  return queryOptions({
    queryKey: [...activitiesKey(teamId), 'list', start, language] as const,
    queryFn: async ({ signal }): Promise<ActivitiesPage> => {
      const { data } = await api.loyalty(teamId).request(listActivities, {
        query: { start_cursor: start, count: PAGE_SIZE, language },
        signal,
      });
      return {
        from: start + 1,
        total: data.total,
        activities: inactiveLast(data.activities),
        nextStart:
          (data.more ?? data.activities.length >= PAGE_SIZE)
            ? (data.next_cursor ?? start + data.activities.length)
            : undefined,
      };
    },
    placeholderData: (page) => placeholderPage(page, page?.activities),
  });
}

/**
 * The page of the activities that match a view's search by name or ID, and its filter, in its order.
 * @param use by the activity's ID; without it, inactive activities are last in any order
 */
export function findActivities(
  { rows }: AllActivities,
  { start, q = '', status, sort }: ActivitiesView,
  use?: ReadonlyMap<string, ActivityUse>,
): ActivitiesPage {
  const sorted = sort && use ? sortByUse(rows, sort, use) : inactiveLast(rows);
  const found = sorted.filter(
    ({ activity_id: id, activity_name: name, is_active: isActive }) =>
      (status === undefined || isActive === (status === 'active')) &&
      matchesSearch(`${name} ${id}`, q),
  );
  const end = start + PAGE_SIZE;
  return {
    from: start + 1,
    total: found.length,
    activities: found.slice(start, end),
    nextStart: end < found.length ? end : undefined,
  };
}

/** Activities that are used alike stay in the order of the list. */
function sortByUse(
  rows: readonly Activity[],
  sort: (typeof SORTS)[number],
  use: ReadonlyMap<string, ActivityUse>,
): Activity[] {
  const isDescending = sort.startsWith('-');
  const count = sort.endsWith('times') ? 'times' : 'points';
  const figureOf = ({ activity_id: id }: Activity) => use.get(id)?.[count] ?? 0;
  return rows.toSorted((left, right) =>
    isDescending ? figureOf(right) - figureOf(left) : figureOf(left) - figureOf(right),
  );
}

function inactiveLast(activities: readonly Activity[]): Activity[] {
  return [...activities].sort((left, right) => Number(right.is_active) - Number(left.is_active));
}

/**
 * One activity by the operator's `activity_id`; null if it doesn't exist.
 *
 * @param language a store language; undefined for the program's default
 */
export function activityQuery(
  api: Api,
  teamId: string,
  activityId: string,
  language: string | undefined,
) {
  return queryOptions({
    queryKey: [...activitiesKey(teamId), 'one', activityId, language] as const,
    queryFn: async ({ signal }): Promise<Activity | null> => {
      const response = await nullIfNotFound(
        api.loyalty(teamId).request(getActivity, {
          params: { activity: activityId },
          query: { idParam: 'activity_id', language },
          signal,
        }),
        LOYALTY_NOT_FOUND_STATUSES,
      );
      return response?.data ?? null;
    },
  });
}

/** How members used activities lately, by the operator's ID; null if the loyalty service doesn't count it. */
export function activityUseQuery({ points }: Api, teamId: string) {
  return queryOptions({
    queryKey: [...activitiesKey(teamId), 'use'] as const,
    queryFn: points
      ? async ({ signal }): Promise<ReadonlyMap<string, ActivityUse> | null> => {
          const response = points.request(listActivityUse, { params: { team_id: teamId }, signal });
          const use = await nullIfNotFound(response, [404]);
          return use && new Map(use.data.map((each) => [each.activity_id, each]));
        }
      : skipToken,
  });
}

/** How members used one activity lately; null if the loyalty service doesn't count it. */
export function activityUseDetailsQuery({ points }: Api, teamId: string, activityId: string) {
  return queryOptions({
    queryKey: [...activitiesKey(teamId), 'use', activityId] as const,
    queryFn: points
      ? async ({ signal }): Promise<ActivityUseDetails | null> => {
          const params = { team_id: teamId, activity_id: activityId };
          const response = points.request(getActivityUseDetails, { params, signal });
          return (await nullIfNotFound(response, [404]))?.data ?? null;
        }
      : skipToken,
  });
}

export const activitiesLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const view = parseActivitiesView(new URL(request.url).searchParams);
    if (api.points) void queryClient.prefetchQuery(activityUseQuery(api, teamId));
    if (isFromAll(view)) {
      void queryClient.prefetchQuery(allActivitiesQuery(api, teamId, view.language));
    } else void queryClient.prefetchQuery(activitiesQuery(api, teamId, view));
    return null;
  };

export const activityLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params, request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const { teamId = '', activityId = '' } = decodeParams(params, pathname);
    const { language } = parseActivitiesView(searchParams);
    void queryClient.prefetchQuery(activityQuery(api, teamId, activityId, language));
    return null;
  };
