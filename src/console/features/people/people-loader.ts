import type { CreateLoader } from '#console/api/create-loader.ts';
import { peopleQuery } from '#console/shared/people/people-query.ts';

export const peopleLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' } }) => {
    if (api.people) void queryClient.prefetchQuery(peopleQuery(api, teamId));
    return null;
  };
