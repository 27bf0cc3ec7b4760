import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import {
  LOYALTY_NOT_FOUND_STATUSES,
  nullIfNotFound,
} from '#console/api/errors/null-if-not-found.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { type Activity, getActivity, listActivities } from '#contract/loyalty/activities.ts';
import { type ActivitiesView, PAGE_SIZE, parseActivitiesView } from './activities-view.ts';

export interface ActivitiesPage {
  /** Position of the first activity in the whole list, from 1. */
  readonly from: number;
  readonly total: number;
  readonly activities: readonly Activity[];
  /** Undefined on the last page. */
  readonly nextStart: number | undefined;
}

const activitiesKey = (teamId: string) => ['teams', teamId, 'activities'] as const;

/** One page of activities. Shows the previous page while it loads. */
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
        activities: data.activities,
        nextStart: data.more ? data.next_cursor : undefined,
      };
    },
    placeholderData: (page) => placeholderPage(page, page?.activities),
  });
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

export const activitiesLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const view = parseActivitiesView(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(activitiesQuery(api, teamId, view));
    return null;
  };

export const activityLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '', activityId = '' }, request }) => {
    const { language } = parseActivitiesView(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(activityQuery(api, teamId, activityId, language));
    return null;
  };
