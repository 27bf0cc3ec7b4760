import { and, eq } from 'drizzle-orm';
import { TEAM_SCOPES } from '#contract/advocacy/scopes.ts';
import { allowsScope, type EffectiveRole } from '#contract/roles/allows.ts';
import { oauthArtifacts } from '#services/advocacy/oauth/oauth-artifacts-table.ts';
import { storedRole, toEffectiveRole } from '#services/advocacy/teams/effective-role.ts';
import { memberships, roles } from '#services/advocacy/teams/teams-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';

const teamScopes: ReadonlySet<string> = new Set(TEAM_SCOPES);
/** Users without a team can read, too. */
const VIEWER: EffectiveRole = { kind: 'viewer' };

/** Removes the scopes of teams that none of a user's roles allows (decisions.md, 13). */
export async function limitScopesToRoles(
  db: Queries,
  userId: number,
  scopes: readonly string[],
): Promise<string[]> {
  const owned = [VIEWER, ...(await listOwnRoles(db, userId)).map(toEffectiveRole)];
  return scopes.filter(
    (scope) => !teamScopes.has(scope) || owned.some((role) => allowsScope(role, scope)),
  );
}

function listOwnRoles(db: Queries, userId: number) {
  return db
    .selectDistinct({ name: roles.name, ...storedRole })
    .from(memberships)
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(eq(memberships.userId, userId));
}

/** The parts of a stored grant that say what was requested: granted, and rejected because of a role. */
interface GrantScopes {
  openid?: { scope?: string };
  rejected?: { openid?: { scope?: string } };
}

/**
 * Grants what was requested at the sign-in and the user's roles allow by now, from the next refresh on
 * (decisions.md, 57).
 * @returns the scopes before and after, and the role that allows them if there is one; undefined if the session
 *   has ended
 */
export async function renewSessionScopes(
  tx: Queries,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<{ before: string[]; after: string[]; role?: string | undefined } | undefined> {
  const isGrant = and(eq(oauthArtifacts.kind, 'Grant'), eq(oauthArtifacts.idDigest, sessionId));
  const [row] = await lockForUpdate(
    tx.select({ payload: oauthArtifacts.payload }).from(oauthArtifacts).where(isGrant),
  );
  if (!row) return undefined;
  const { openid, rejected, ...grant } = row.payload as GrantScopes;
  const before = toList(openid?.scope);
  const requested = [...before, ...toList(rejected?.openid?.scope)];
  const after = await limitScopesToRoles(tx, userId, requested);
  if (after.length <= before.length) return { before, after: before };
  const payload = { ...grant, openid: { ...openid, scope: after.join(' ') } };
  await tx.update(oauthArtifacts).set({ payload }).where(isGrant);
  const gained = after.filter((scope) => !before.includes(scope));
  const owned = await listOwnRoles(tx, userId);
  const allowing = owned.filter((role) =>
    gained.some((scope) => allowsScope(toEffectiveRole(role), scope)),
  );
  const [name, ...others] = new Set(allowing.map((role) => role.name));
  return { before, after, role: others.length === 0 ? name : undefined };
}

function toList(scope = ''): string[] {
  return scope.split(' ').filter(Boolean);
}
