import type { Team } from '#contract/advocacy/teams.ts';
import type { TeamOfPerson } from './teams-store.ts';

/** A team of the current user as a JSON:API resource, with what the person is in it. */
export function toTeam({ id, name, role, canWrite }: TeamOfPerson): Team {
  return {
    id: String(id),
    type: 'team',
    attributes: { name },
    meta: { role, can_write: canWrite },
  };
}
