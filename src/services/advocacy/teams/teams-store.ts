import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { EffectiveRole } from '#contract/roles/allows.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { storedRole, toEffectiveRole } from './effective-role.ts';
import { memberships, roles, teams } from './teams-table.ts';

/** A team as one of its members sees it. */
export interface UserTeam {
  id: number;
  name: string;
  role: string;
  effectiveRole: EffectiveRole;
  /** Names of its other administrators, who can give the user more access. */
  administrators: string[];
}

/** Oldest first. */
export async function listTeamsOfUser(db: Queries, userId: number): Promise<UserTeam[]> {
  const rows = await db
    .select({
      id: teams.id,
      name: teams.name,
      role: roles.name,
      stored: storedRole,
    })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(teams.id));
  const teamIds = rows.map(({ id }) => id);
  const administrators = await db
    .select({ teamId: memberships.teamId, name: users.name })
    .from(memberships)
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        inArray(memberships.teamId, teamIds),
        ne(memberships.userId, userId),
        eq(roles.canAdminister, true),
      ),
    )
    .orderBy(asc(users.name));
  const byTeam = Map.groupBy(administrators, ({ teamId }) => teamId);
  return rows.map(({ stored, ...row }) => ({
    ...row,
    effectiveRole: toEffectiveRole(stored),
    administrators: (byTeam.get(row.id) ?? []).map(({ name }) => name),
  }));
}
