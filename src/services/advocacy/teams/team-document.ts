import type { Team } from '#contract/advocacy/teams.ts';
import type { UserTeam } from './teams-store.ts';

/** A team of the current user as a JSON:API resource, with what the person is in it. */
export function toTeam({ id, name, role, canWrite }: UserTeam): Team {
  return {
    id: String(id),
    type: 'team',
    attributes: { name },
    meta: { role, can_write: canWrite },
  };
}
