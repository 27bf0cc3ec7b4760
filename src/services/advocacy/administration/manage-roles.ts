import { and, asc, count, eq } from 'drizzle-orm';
import type { RoleKind } from '#contract/roles/role-table.ts';
import { requiredText } from '#contract/text.ts';
import { withdrawInvitationsOf } from '#services/advocacy/people/invitations.ts';
import { findOrCreateRole } from '#services/advocacy/people/team-roles.ts';
import {
  type StoredRole,
  storedRole,
  toEffectiveRole,
} from '#services/advocacy/teams/effective-role.ts';
import { memberships, roles } from '#services/advocacy/teams/teams-table.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { recordChanges } from '#services/platform/audit/record-audit.ts';
import { violatesForeignKey, violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { getTeam } from './manage-teams.ts';

const NAME_MAX_LENGTH = 255;
const nameSchema = requiredText(NAME_MAX_LENGTH);

export type Role = typeof roles.$inferSelect;
export type RolePermissions = StoredRole & Pick<Role, 'accessesNewDomains'>;

/** The roles of a team, oldest first, each with its number of members. */
export async function listRoles(
  db: Queries,
  teamId: number,
): Promise<
  (Pick<Role, 'id' | 'name'> &
    Omit<RolePermissions, 'isSupport'> & { kind: RoleKind; people: number })[]
> {
  await getTeam(db, teamId);
  const rows = await db
    .select({
      id: roles.id,
      name: roles.name,
      ...storedRole,
      accessesNewDomains: roles.accessesNewDomains,
      people: count(memberships.userId),
    })
    .from(roles)
    .leftJoin(memberships, eq(memberships.roleId, roles.id))
    .where(eq(roles.teamId, teamId))
    .groupBy(roles.id)
    .orderBy(asc(roles.id));
  return rows.map(({ id, name, isSupport, ...role }) => ({
    ...{ id, name, kind: toEffectiveRole({ ...role, isSupport }).kind },
    ...role,
  }));
}

/** @throws {OperatorError} when the team doesn't exist or already has a role of this name */
export async function createRole(
  tx: Queries,
  teamId: number,
  { name: input, ...permissions }: RolePermissions & { name: string },
): Promise<Role> {
  const name = checkValue('name', nameSchema, input);
  await getTeam(tx, teamId);
  try {
    const values = { teamId, name, ...permissions };
    const role = one(await tx.insert(roles).values(values).returning());
    await recordRole(tx, 'role.create', undefined, role);
    return role;
  } catch (error) {
    if (violatesUnique(error, 'roles_team_name_unique')) {
      throw new OperatorError(`Team ${teamId} already has a role ${name}`);
    }
    throw error;
  }
}

/**
 * Changes what a role can do, effective from its members' next request.
 * @throws {OperatorError} when the role doesn't exist
 */
export async function updateRole(
  tx: Queries,
  teamId: number,
  name: string,
  permissions: Partial<RolePermissions>,
): Promise<Role> {
  const before = await getRole(tx, teamId, name);
  const isRole = eq(roles.id, before.id);
  const role = one(await tx.update(roles).set(permissions).where(isRole).returning());
  await recordRole(tx, 'role.update', before, role);
  return role;
}

/** @throws {OperatorError} when the role doesn't exist or has members */
export async function deleteRole(tx: Queries, teamId: number, name: string): Promise<void> {
  const role = await getRole(tx, teamId, name);
  try {
    await tx.delete(roles).where(eq(roles.id, role.id));
    await recordRole(tx, 'role.delete', role, undefined);
  } catch (error) {
    if (violatesForeignKey(error, 'memberships_role_id_roles_id_fk')) {
      throw new OperatorError(`The role ${name} still has members; give them another role first`);
    }
    throw error;
  }
}

/**
 * Adds a user to a team with a role, by its name or kind, or replaces another one that they have there.
 * @throws {OperatorError} when the team has no such role
 */
export async function grantRole(
  tx: Queries,
  user: UserRow,
  teamId: number,
  name: string,
): Promise<void> {
  await getTeam(tx, teamId);
  const role = (await findOrCreateRole(tx, teamId, name)) ?? (await getRole(tx, teamId, name));
  const { id: roleId, canAdminister } = role;
  const before = await findRoleOf(tx, user.id, teamId);
  if (before === role.name) return;
  await tx
    .insert(memberships)
    .values({ userId: user.id, teamId, roleId })
    .onConflictDoUpdate({
      target: [memberships.userId, memberships.teamId],
      set: { roleId, groupName: null },
    });
  if (!canAdminister) await withdrawInvitationsOf(tx, { teamId, userId: user.id });
  await recordPerson(tx, before === undefined ? 'person.create' : 'person.update', {
    user,
    teamId,
    before,
    after: role.name,
  });
}

/**
 * Removes a user from a team, effective from their next request.
 * @throws {OperatorError} when they aren't a member
 */
export async function revokeRole(tx: Queries, user: UserRow, teamId: number): Promise<void> {
  await getTeam(tx, teamId);
  const before = await findRoleOf(tx, user.id, teamId);
  if (before === undefined) {
    throw new OperatorError(`The user is not a member of team ${teamId}`);
  }
  await tx
    .delete(memberships)
    .where(and(eq(memberships.userId, user.id), eq(memberships.teamId, teamId)));
  await withdrawInvitationsOf(tx, { teamId, userId: user.id });
  await recordPerson(tx, 'person.delete', { user, teamId, before, after: undefined });
}

/** The name of a user's role in a team; undefined if they aren't a member. */
async function findRoleOf(db: Queries, userId: number, teamId: number) {
  const [role] = await db
    .select({ name: roles.name })
    .from(memberships)
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(and(eq(memberships.userId, userId), eq(memberships.teamId, teamId)));
  return role?.name;
}

/** What the audit log has of a role. */
const stateOf = (role: Role | undefined) => ({
  kind: role && toEffectiveRole(role).kind,
  writes: role?.canWrite,
  administers: role?.canAdminister,
  new_domains: role?.accessesNewDomains,
});

async function recordRole(
  tx: Queries,
  action: `role.${string}`,
  before: Role | undefined,
  after: Role | undefined,
): Promise<void> {
  const role = after ?? before;
  if (!role) return;
  const { id, name, teamId } = role;
  const event = { action, subject: { type: 'role', id, name }, teamId };
  await recordChanges(tx, event, stateOf(before), stateOf(after));
}

interface RoleChange {
  user: UserRow;
  teamId: number;
  before: string | undefined;
  after: string | undefined;
}

function recordPerson(
  tx: Queries,
  action: `person.${string}`,
  { user, teamId, before, after }: RoleChange,
): Promise<void> {
  const event = { action, subject: { type: 'user', id: user.id, name: user.name }, teamId };
  return recordChanges(tx, event, { role: before }, { role: after });
}

async function getRole(db: Queries, teamId: number, name: string): Promise<Role> {
  await getTeam(db, teamId);
  const all = await db.select().from(roles).where(eq(roles.teamId, teamId)).orderBy(asc(roles.id));
  const role = all.find((candidate) => candidate.name === name);
  if (!role) {
    const names = all.map((candidate) => candidate.name).join(', ');
    throw new OperatorError(`Team ${teamId} has no role ${name}; its roles are ${names}`);
  }
  return role;
}
