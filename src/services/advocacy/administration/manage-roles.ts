import { and, asc, count, eq } from 'drizzle-orm';
import { requiredText } from '#contract/text.ts';
import { memberships, roles } from '#services/advocacy/teams/teams-table.ts';
import { violatesForeignKey, violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { getTeam } from './manage-teams.ts';

const NAME_MAX_LENGTH = 255;
const nameSchema = requiredText(NAME_MAX_LENGTH);

export type Role = typeof roles.$inferSelect;
/** What a role lets the people who hold it do in its team. */
export type RolePermissions = Pick<Role, 'canWrite' | 'accessesNewDomains'>;

/** The roles of a team, in the order of their creation, with how many people hold each. */
export async function listRoles(
  db: Queries,
  teamId: number,
): Promise<(Pick<Role, 'id' | 'name'> & RolePermissions & { people: number })[]> {
  await getTeam(db, teamId);
  return db
    .select({
      id: roles.id,
      name: roles.name,
      canWrite: roles.canWrite,
      accessesNewDomains: roles.accessesNewDomains,
      people: count(memberships.userId),
    })
    .from(roles)
    .leftJoin(memberships, eq(memberships.roleId, roles.id))
    .where(eq(roles.teamId, teamId))
    .groupBy(roles.id)
    .orderBy(asc(roles.id));
}

/** @throws {OperatorError} when there is no such team, or it has a role of this name. */
export async function createRole(
  db: Queries,
  teamId: number,
  { name: given, ...powers }: RolePermissions & { name: string },
): Promise<Role> {
  const name = checkValue('name', nameSchema, given);
  await getTeam(db, teamId);
  try {
    const [role] = await db
      .insert(roles)
      .values({ teamId, name, ...powers })
      .returning();
    return role as Role;
  } catch (error) {
    if (violatesUnique(error, 'roles_team_name_unique')) {
      throw new OperatorError(`Team ${teamId} has a role ${name} already`);
    }
    throw error;
  }
}

/**
 * Changes what a role may do; it holds for the next request of whoever has it.
 * @throws {OperatorError} when there is no such role.
 */
export async function updateRole(
  db: Queries,
  teamId: number,
  name: string,
  powers: Partial<RolePermissions>,
): Promise<Role> {
  const { id } = await getRole(db, teamId, name);
  const [role] = await db.update(roles).set(powers).where(eq(roles.id, id)).returning();
  return role as Role;
}

/** @throws {OperatorError} when there is no such role, or somebody holds it. */
export async function deleteRole(db: Queries, teamId: number, name: string): Promise<void> {
  const { id } = await getRole(db, teamId, name);
  try {
    await db.delete(roles).where(eq(roles.id, id));
  } catch (error) {
    if (violatesForeignKey(error, 'memberships_role_id_roles_id_fk')) {
      throw new OperatorError(`The role ${name} is held by people; give them another one first`);
    }
    throw error;
  }
}

/**
 * Gives a person a role in a team, in place of the one that they have there.
 * @throws {OperatorError} when the team has no such role.
 */
export async function grantRole(
  db: Queries,
  userId: number,
  teamId: number,
  name: string,
): Promise<void> {
  const { id: roleId } = await getRole(db, teamId, name);
  await db
    .insert(memberships)
    .values({ userId, teamId, roleId })
    .onConflictDoUpdate({ target: [memberships.userId, memberships.teamId], set: { roleId } });
}

/**
 * Takes a person out of a team; their next request there is refused.
 * @throws {OperatorError} when they don't belong to it.
 */
export async function revokeRole(db: Queries, userId: number, teamId: number): Promise<void> {
  await getTeam(db, teamId);
  const [gone] = await db
    .delete(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.teamId, teamId)))
    .returning();
  if (!gone) throw new OperatorError(`The person does not belong to team ${teamId}`);
}

async function getRole(db: Queries, teamId: number, name: string): Promise<Role> {
  await getTeam(db, teamId);
  const all = await db.select().from(roles).where(eq(roles.teamId, teamId)).orderBy(asc(roles.id));
  const role = all.find((each) => each.name === name);
  if (!role) {
    const names = all.map((each) => each.name).join(', ');
    throw new OperatorError(`Team ${teamId} has no role ${name}; it has ${names}`);
  }
  return role;
}
