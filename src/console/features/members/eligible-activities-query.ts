import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { listMemberActivities } from '#contract/loyalty/activities.ts';
import { membersKey } from './members-queries.ts';

/** The activities that a member can earn by now (loyalty.md, Endpoints), the first hundred. */
export function memberActivitiesQuery(api: Api, teamId: string, id: string) {
  return queryOptions({
    queryKey: [...membersKey(teamId), 'activities', id] as const,
    queryFn: async ({ signal }) => {
      const { data } = await api
        .loyalty(teamId)
        .request(listMemberActivities, { params: { member: id }, signal });
      return { total: data.total, activities: data.activities };
    },
  });
}
