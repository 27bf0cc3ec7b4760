import { and, eq } from 'drizzle-orm';
import { allowsOperation, type EffectiveRole } from '#contract/roles/allows.ts';
import type { RoleKind, TeamOperation } from '#contract/roles/role-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { StoredRules } from './team-rules-table.ts';
import { memberships, roles } from './teams-table.ts';

/** The permissions of a role as they are stored. */
export type StoredRole = Pick<
  typeof roles.$inferSelect,
  'canWrite' | 'canAdminister' | 'isSupport'
>;

export const storedRole = {
  canWrite: roles.canWrite,
  canAdminister: roles.canAdminister,
  isSupport: roles.isSupport,
};

/** Roles of before keep their rights: the kind follows from them (decisions.md, 68). */
export function toEffectiveRole({ canWrite, canAdminister, isSupport }: StoredRole): EffectiveRole {
  if (canAdminister) return { kind: 'administrator', isReadOnly: !canWrite };
  if (canWrite) return { kind: 'manager' };
  return { kind: isSupport ? 'support' : 'viewer' };
}

/** A role with the limits that the team's rules set. */
export function withLimits(
  role: EffectiveRole,
  { supportPointsMax }: Pick<StoredRules, 'supportPointsMax'>,
): EffectiveRole {
  return role.kind === 'support' ? { ...role, pointsMax: supportPointsMax } : role;
}

/** The permissions that make a role of a kind. */
export function toStoredRole(kind: RoleKind): StoredRole {
  return {
    canWrite: kind === 'manager' || kind === 'administrator',
    canAdminister: kind === 'administrator',
    isSupport: kind === 'support',
  };
}

/** The role of a user in a team; undefined if they aren't in it. */
export async function findEffectiveRole(
  db: Queries,
  { teamId, userId }: { teamId: number; userId: number },
): Promise<EffectiveRole | undefined> {
  const [stored] = await db
    .select(storedRole)
    .from(memberships)
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(and(eq(memberships.userId, userId), eq(memberships.teamId, teamId)));
  return stored && toEffectiveRole(stored);
}

/** Whether a user may do an operation in a team now. */
export async function mayStill(
  db: Queries,
  user: { teamId: number; userId: number },
  operation: TeamOperation,
): Promise<boolean> {
  const role = await findEffectiveRole(db, user);
  return role !== undefined && allowsOperation(role, operation);
}
