import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { listMemberActivities } from '#contract/loyalty/activities.ts';

/**
 * The activities that a member can earn by now (loyalty.md, Endpoints), the first hundred.
 *
 * @param language a store language; the program's default where it is left out
 */
export function memberActivitiesQuery(
  api: Api,
  teamId: string,
  id: string,
  language: string | undefined,
) {
  return queryOptions({
    queryKey: [...membersKey(teamId), 'activities', id, language] as const,
    queryFn: async ({ signal }) => {
      const { data } = await api
        .loyalty(teamId)
        .request(listMemberActivities, { params: { member: id }, query: { language }, signal });
      return { total: data.total, activities: data.activities };
    },
  });
}
