import { useParams } from 'react-router';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import type { Team } from '#contract/advocacy/teams.ts';
import { useCurrentUser } from './current-user.ts';

/** Id of the team that the person looked at last, in this browser. */
export const lastTeamPreference = storedPreference('last-team');

/** Id of the team in the address; for the pages of a team. */
export function useTeamId(): string {
  const { teamId } = useParams();
  if (teamId === undefined) throw new Error('useTeamId outside of a page of a team');
  return teamId;
}

/**
 * The team that the shell stands for: the one in the address; where that is none of the person's,
 * the one looked at last, else the first. Undefined until it is known, and where there is none.
 */
export function useShownTeam(): Team | undefined {
  const { teamId } = useParams();
  const teams = useCurrentUser().data?.teams;
  const last = lastTeamPreference.useValue();
  const byId = (id: string | null | undefined) => teams?.find((team) => team.id === id);
  return byId(teamId) ?? byId(last) ?? teams?.[0];
}
