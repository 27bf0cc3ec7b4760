import { useParams } from 'react-router';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import { useCurrentUser } from './current-user.ts';

/** The ID of the team that was viewed last in this browser. */
export const lastTeamPreference = storedPreference('last-team');

/** The ID of the team in the address, on the pages of a team. */
export function useTeamId(): string {
  const { teamId } = useParams();
  if (teamId === undefined) throw new Error('useTeamId is only available on the pages of a team');
  return teamId;
}

/**
 * The team in the address, else the one viewed last, else the user's first one. Undefined while the
 * user is loading, and for a user without a team.
 */
export function useCurrentTeam(): Team | undefined {
  const { teamId } = useParams();
  const teams = useCurrentUser().data?.teams;
  const last = lastTeamPreference.useValue();
  const byId = (id: string | null | undefined) => teams?.find((team) => team.id === id);
  return byId(teamId) ?? byId(last) ?? teams?.[0];
}
