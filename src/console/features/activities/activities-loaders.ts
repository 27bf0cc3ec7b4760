import type { CreateLoader } from '#console/api/create-loader.ts';
import { activitiesQuery, activityQuery } from './activities-queries.ts';
import { parseActivitiesView } from './activities-view.ts';

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
