import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import { teamSchema } from '#contract/advocacy/teams.ts';
import { getCurrentUser } from '#contract/advocacy/users.ts';
import type { AnyResource } from '#contract/json-api.ts';
import { read } from '#contract/reader.ts';

export interface CurrentUser {
  readonly id: string;
  /** Empty if the service doesn't send it. */
  readonly email: string;
  /** The email address, else "User 9". */
  readonly label: string;
  /** The user's name, else the label. */
  readonly name: string;
  /** Whether a code from its mailbox was entered; true for services that don't say. */
  readonly isEmailVerified: boolean;
  /** In the order of the service. */
  readonly teams: readonly NamedTeam[];
}

/** A team, called "Team 42" if the service doesn't send its name (decisions.md, 56). */
export type NamedTeam = Team & { readonly attributes: { readonly name: string } };

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
      const { id, attributes, relationships, meta } = response.data;
      const included = response.included?.filter(({ type }) => type === 'team') ?? [];
      const linked = relationships?.teams?.data?.filter(({ type }) => type === 'team') ?? included;
      return {
        id,
        isEmailVerified: meta?.email_verified !== false,
        email: attributes.email ?? '',
        label: attributes.email || `User ${id}`,
        name:
          typeof attributes.name === 'string' && attributes.name !== ''
            ? attributes.name
            : attributes.email || `User ${id}`,
        teams: linked.map((team) =>
          toNamedTeam(included.find((each) => each.id === team.id) ?? team),
        ),
      };
    },
  });
}

export function useCurrentUser() {
  return useQuery(currentUserQuery(useApi()));
}

/** Services need not include teams that they link, nor name them (decisions.md, 56). */
function toNamedTeam({ id, attributes = {}, meta }: AnyResource): NamedTeam {
  const { name, title } = attributes;
  const known = [name, title].find((text) => typeof text === 'string' && text !== '');
  const team = read(teamSchema, { id, type: 'team', attributes, meta });
  return { ...team, id, type: 'team', attributes: { name: String(known ?? `Team ${id}`) } };
}
