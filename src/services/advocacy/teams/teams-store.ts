import { asc, eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { memberships, roles, teams } from './teams-table.ts';

/** A team as one of its members sees it. */
export interface UserTeam {
  id: number;
  name: string;
  /** Name of the user's role in the team. */
  role: string;
  canWrite: boolean;
}

/** Oldest first. */
export function listTeamsOfUser(db: Queries, userId: number): Promise<UserTeam[]> {
  return db
    .select({ id: teams.id, name: teams.name, role: roles.name, canWrite: roles.canWrite })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(teams.id));
}
