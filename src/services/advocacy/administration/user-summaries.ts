import { asc, count, eq } from 'drizzle-orm';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** A person with what they belong to; nothing of their password. */
export interface UserSummary {
  id: number;
  email: string;
  name: string;
  /** The teams that they belong to, with their role in each. */
  teams: { id: number; name: string; role: string }[];
  /** How many authentication factors they have set up. */
  factors: number;
  createdAt: Date;
}

/** Everybody, by e-mail address; or one person. */
export async function listUserSummaries(db: Queries, userId?: number): Promise<UserSummary[]> {
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      factors: count(authenticationFactors.id),
      createdAt: users.createdAt,
    })
    .from(users)
    .leftJoin(authenticationFactors, eq(authenticationFactors.userId, users.id))
    .where(userId === undefined ? undefined : eq(users.id, userId))
    .groupBy(users.id)
    .orderBy(asc(users.email));
  const memberRows = await db
    .select({ userId: memberships.userId, id: teams.id, name: teams.name, role: roles.name })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(userId === undefined ? undefined : eq(memberships.userId, userId))
    .orderBy(asc(teams.id));
  const teamsByUser = Map.groupBy(memberRows, (each) => each.userId);
  return rows.map((person) => ({
    ...person,
    teams: (teamsByUser.get(person.id) ?? []).map(({ id, name, role }) => ({ id, name, role })),
  }));
}
