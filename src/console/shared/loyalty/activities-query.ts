import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { type Activity, listActivities } from '#contract/loyalty/activities.ts';

export interface AllActivities {
  readonly rows: readonly Activity[];
  /** False if the list has more. */
  readonly isComplete: boolean;
}

/** The API has no larger pages. */
const LARGEST_PAGE = 1000;
const MAX_READ = 2 * LARGEST_PAGE;

/** Prefix of all queries about the activities of a team's program. */
export const activitiesKey = (teamId: string) => ['teams', teamId, 'activities'] as const;

/** All activities, up to `MAX_READ`. */
export function allActivitiesQuery(api: Api, teamId: string, language: string | undefined) {
  return queryOptions({
    queryKey: [...activitiesKey(teamId), 'all', language] as const,
    queryFn: async ({ signal }): Promise<AllActivities> => {
      const rows: Activity[] = [];
      for (;;) {
        const { data } = await api.loyalty(teamId).request(listActivities, {
          query: { start_cursor: rows.length, count: LARGEST_PAGE, language },
          signal,
        });
        rows.push(...data.activities);
        const isComplete =
          !(data.more ?? data.activities.length >= LARGEST_PAGE) || data.activities.length === 0;
        if (isComplete || rows.length >= MAX_READ) return { rows, isComplete };
      }
    },
  });
}
