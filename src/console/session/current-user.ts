import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import { teamSchema } from '#contract/advocacy/teams.ts';
import { getCurrentUser } from '#contract/advocacy/users.ts';

/** The person who is signed in. */
export interface CurrentUser {
  readonly id: string;
  readonly email: string;
  /** The teams that the person is in, in the order of the service. */
  readonly teams: readonly Team[];
}

/** In ms: who one is, and in which teams, rarely changes. */
const STALE_AFTER_MS = 5 * 60_000;

/** What was read of the person; for invalidation after a change. */
export const CURRENT_USER_KEY = ['me'] as const;

/**
 * The signed-in person with the teams. The pattern for every read: one function that builds the
 * `queryOptions`, used by components, by preloading and by invalidation (its `queryKey`).
 */
export function currentUserQuery(api: Api) {
  return queryOptions({
    queryKey: CURRENT_USER_KEY,
    staleTime: STALE_AFTER_MS,
    queryFn: async ({ signal }): Promise<CurrentUser> => {
      const reply = await api.advocacy.request(getCurrentUser, {
        query: { include: 'teams' },
        signal,
      });
      const teams = (reply.included ?? []).flatMap((resource) => {
        const team = teamSchema.safeParse(resource);
        return team.success ? [team.data] : [];
      });
      return { id: reply.data.id, email: reply.data.attributes.email, teams };
    },
  });
}

/** The signed-in person with the teams; shared by all that ask. */
export function useCurrentUser() {
  return useQuery(currentUserQuery(useApi()));
}
