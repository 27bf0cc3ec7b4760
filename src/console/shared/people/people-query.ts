import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { CURRENT_USER_KEY } from '#console/session/current-user.ts';
import { listPeople, type Person, type TeamRole } from '#contract/people/people.ts';

const PAGE_SIZE = 200;

export interface People {
  readonly total: number;
  readonly people: readonly Person[];
  readonly roles: readonly TeamRole[];
}

export const peopleKey = (teamId: string) => ['teams', teamId, 'people'] as const;

/** All users and open invitations of a team: a team has few enough for one page. */
export function peopleQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: peopleKey(teamId),
    queryFn: async ({ signal }): Promise<People> => {
      const people: Person[] = [];
      let cursor: string | undefined;
      for (;;) {
        const response = await api.people?.request(listPeople, {
          params: { team_id: teamId },
          query: { count: PAGE_SIZE, start_cursor: cursor },
          signal,
        });
        if (!response) return { total: 0, people, roles: [] };
        people.push(...response.data);
        if (response.next_cursor === null) {
          return { total: response.total, people, roles: response.roles };
        }
        cursor = response.next_cursor;
      }
    },
  });
}

/** After a change. It may be of the current user, or of a team's administrators, who are named everywhere. */
export async function invalidatePeople(queryClient: QueryClient, teamId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: peopleKey(teamId) }),
    queryClient.invalidateQueries({ queryKey: CURRENT_USER_KEY }),
  ]);
}
