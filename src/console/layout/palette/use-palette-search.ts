import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { loadCode } from '#console/lib/load-code.ts';
import { sleep } from '#console/lib/sleep.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig, useGrantedScopes, useMissingScope } from '#console/session/session-context.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import type { Found } from './find-members.tsx';

/** Between the last key and the requests. */
const PAUSE_MS = 200;

/**
 * Searches a team's members, accounts, boards, domains, activities and people.
 *
 * @param text trimmed
 */
export function usePaletteSearch(
  text: string,
  team: Team | undefined,
): { readonly found: Found | undefined; readonly isPending: boolean } {
  const api = useApi();
  const queryClient = useQueryClient();
  const { accountTypes } = useConfig();
  const scopes = useGrantedScopes();
  const userId = useCurrentUser().data?.id;
  const canReadMembers = useMissingScope('teams:read') === undefined;
  const disabledReason = useScopeReason('teams:write', 'updateMember');
  const deleteReason = useScopeReason('teams:write');
  // The dialogs of members act on the team in the address.
  const hasActions = useParams().teamId === team?.id;
  const query = useQuery({
    queryKey: ['palette', team?.id, text, scopes, canReadMembers, hasActions, deleteReason],
    queryFn: async ({ signal }): Promise<Found> => {
      await sleep(PAUSE_MS);
      signal.throwIfAborted();
      if (!team) throw new Error('There is no team to search');
      const { searchTeam } = await loadCode(() => import('./search-team.tsx'));
      return searchTeam({
        ...{ api, queryClient, accountTypes, signal, team, text },
        userId,
        scopes: scopes ?? [],
        canReadMembers,
        memberActions: hasActions ? { disabledReason, deleteReason } : undefined,
      });
    },
    enabled: team !== undefined && text !== '',
    retry: false,
    // What is found may change: a member who was just blocked is offered another action.
    staleTime: 0,
    gcTime: 0,
  });
  if (query.isError) {
    return { found: { groups: [], failure: "Couldn't search." }, isPending: false };
  }
  return { found: query.data, isPending: isQueryLoading(query) };
}
