import { and, eq } from 'drizzle-orm';
import { TEAM_SCOPES } from '#contract/advocacy/scopes.ts';
import { memberships, roles } from '#services/advocacy/teams/teams-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

const teamScopes: ReadonlySet<string> = new Set(TEAM_SCOPES);

/**
 * What of the scopes a person can be granted: who only reads, in every team, gets no team-level
 * `:write` scope (decisions.md, 13).
 */
export async function limitScopesToRoles(
  db: Queries,
  userId: number,
  scopes: readonly string[],
): Promise<string[]> {
  const [writingRole] = await db
    .select({ id: roles.id })
    .from(memberships)
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(and(eq(memberships.userId, userId), eq(roles.canWrite, true)))
    .limit(1);
  if (writingRole) return [...scopes];
  return scopes.filter((scope) => !(teamScopes.has(scope) && scope.endsWith(':write')));
}
