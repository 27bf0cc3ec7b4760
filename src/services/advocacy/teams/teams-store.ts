import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { EffectiveRole } from '#contract/roles/allows.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { storedRole, toEffectiveRole, withLimits } from './effective-role.ts';
import { NO_RULES, type StoredRules, storedRules, teamRules } from './team-rules-table.ts';
import { memberships, roles, teams } from './teams-table.ts';

/** A team as one of its members sees it. */
export interface UserTeam {
  id: number;
  name: string;
  role: string;
  effectiveRole: EffectiveRole;
  joinedAt: Date | null;
  rules: StoredRules;
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
      joinedAt: memberships.joinedAt,
      rules: storedRules,
    })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .leftJoin(teamRules, eq(teamRules.teamId, teams.id))
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
  return rows.map(({ stored, rules, ...row }) => ({
    ...row,
    rules: rules ?? NO_RULES,
    effectiveRole: withLimits(toEffectiveRole(stored), rules ?? NO_RULES),
    administrators: (byTeam.get(row.id) ?? []).map(({ name }) => name),
  }));
}
