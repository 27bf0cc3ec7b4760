import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { peopleQuery } from '#console/shared/people/people-query.ts';
import { getTeamRules, type TeamRules } from '#contract/people/team-rules.ts';

export function rulesQuery(rules: Client, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'rules'],
    queryFn: async ({ signal }): Promise<TeamRules> =>
      (await rules.request(getTeamRules, { params: { team_id: teamId }, signal })).data,
  });
}

export const rulesLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' } }) => {
    if (api.rules) void queryClient.prefetchQuery(rulesQuery(api.rules, teamId));
    if (api.people) void queryClient.prefetchQuery(peopleQuery(api, teamId));
    return null;
  };
