import { useParams } from 'react-router';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import { type NamedTeam, useCurrentUser } from './current-user.ts';

/** The ID of the team that was viewed last in this browser. */
export const lastTeamPreference = storedPreference('last-team');

/** The ID of the team in the address, on the pages of a team. */
export function useTeamId(): string {
  const { teamId } = useParams();
  if (teamId === undefined) throw new Error('useTeamId is only available on the pages of a team');
  return teamId;
}

/**
 * The team in the address; on pages of no team the one viewed last, else the user's first one. Undefined
 * while the user is loading, for a user without a team, and at the address of a team of others.
 */
export function useCurrentTeam(): NamedTeam | undefined {
  const { teamId } = useParams();
  const teams = useCurrentUser().data?.teams;
  const last = lastTeamPreference.useValue();
  const byId = (id: string | null) => teams?.find((team) => team.id === id);
  return teamId === undefined ? (byId(last) ?? teams?.[0]) : byId(teamId);
}
