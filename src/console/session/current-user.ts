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
    // The page that shows the error reads it too, and would be removed while that is repeated.
    retryOnMount: false,
    queryFn: async ({ signal }): Promise<CurrentUser> => {
      const response = await api.advocacy.request(getCurrentUser, {
        query: { include: 'teams' },
        signal,
      });
      const { data, included = [] } = response;
      const linked = data.relationships?.teams?.data ?? included;
      const teams = linked
        .filter(({ type }) => type === 'team')
        .map(({ id }) => teamOf(id, included));
      return { id: data.id, email: data.attributes.email, teams };
    },
  });
}

/** Services need not include teams that they link, nor name them (decisions.md, 56). */
function teamOf(id: string, included: readonly { type: string; id: string }[]): Team {
  const found = included.find((resource) => resource.type === 'team' && resource.id === id);
  const team = teamSchema.safeParse(found);
  return team.success ? team.data : { id, type: 'team', attributes: { name: `Team ${id}` } };
}

/** The signed-in user with their teams. */
export function useCurrentUser() {
  return useQuery(currentUserQuery(useApi()));
}
