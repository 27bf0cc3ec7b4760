import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { peopleQuery } from '#console/shared/people/people-query.ts';

/** An invited person who joins appears without a reload. */
const REFRESH_MS = 10_000;

/** The people of a team and the open invitations, refreshed while they are shown. */
export function livePeopleQuery(api: Api, teamId: string) {
  return queryOptions({ ...peopleQuery(api, teamId), refetchInterval: REFRESH_MS });
}

export const peopleLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' } }) => {
    if (api.people) void queryClient.prefetchQuery(peopleQuery(api, teamId));
    return null;
  };
