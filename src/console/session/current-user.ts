import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import { teamSchema } from '#contract/advocacy/teams.ts';
import { getCurrentUser } from '#contract/advocacy/users.ts';

export interface CurrentUser {
  readonly id: string;
  readonly email: string;
  /** In the order of the service. */
  readonly teams: readonly Team[];
}

/** Users and their teams rarely change. */
const STALE_AFTER_MS = 5 * 60_000;

/** For invalidation after a change. */
export const CURRENT_USER_KEY = ['me'] as const;

/**
 * The signed-in user with their teams. The pattern for every query: one function builds the
 * `queryOptions`, which components, loaders and invalidation share.
 */
export function currentUserQuery(api: Api) {
  return queryOptions({
    queryKey: CURRENT_USER_KEY,
    staleTime: STALE_AFTER_MS,
    queryFn: async ({ signal }): Promise<CurrentUser> => {
      const response = await api.advocacy.request(getCurrentUser, {
        query: { include: 'teams' },
        signal,
      });
      const teams = (response.included ?? []).flatMap((resource) => {
        const team = teamSchema.safeParse(resource);
        return team.success ? [team.data] : [];
      });
      return { id: response.data.id, email: response.data.attributes.email, teams };
    },
  });
}

/** The signed-in user with their teams. */
export function useCurrentUser() {
  return useQuery(currentUserQuery(useApi()));
}
