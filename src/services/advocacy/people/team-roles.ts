import { and, asc, eq } from 'drizzle-orm';
import { ROLE_KINDS } from '#contract/roles/role-table.ts';
import { domainRoles } from '#services/advocacy/domains/domains-table.ts';
import { toEffectiveRole, toStoredRole } from '#services/advocacy/teams/effective-role.ts';
import { roles } from '#services/advocacy/teams/teams-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';

export type TeamRoleRow = typeof roles.$inferSelect;
/** A role that people can have; without an id, it is created when somebody is given it. */
export type AssignableRole = Omit<TeamRoleRow, 'id'> & { id: number | null };

/** The roles that people of a team can have, oldest first. */
export async function listTeamRoles(db: Queries, teamId: number): Promise<AssignableRole[]> {
  const stored = await db
    .select()
    .from(roles)
    .where(eq(roles.teamId, teamId))
    .orderBy(asc(roles.id));
  return withMissingKinds(teamId, stored);
}

/** Roles of a team, then the kinds that none of them is, under names that are free. */
export function withMissingKinds(teamId: number, stored: readonly TeamRoleRow[]): AssignableRole[] {
  const missing = ROLE_KINDS.toReversed().filter(
    (kind) => !stored.some((role) => isOfKind(role, kind)),
  );
  const names = new Set(stored.map(({ name }) => name.toLowerCase()));
  return [
    ...stored,
    ...missing.map((kind) => {
      let name = capitalize(kind);
      for (let number = 2; names.has(name.toLowerCase()); number += 1) {
        name = `${capitalize(kind)} ${number}`;
      }
      return { id: null, teamId, name, ...toStoredRole(kind), accessesNewDomains: true };
    }),
  ];
}

/**
 * The role of a name, or else of a kind. Creates it if the team has no role of the kind yet.
 * @returns undefined if there is neither
 */
export async function findOrCreateRole(
  tx: Queries,
  teamId: number,
  nameOrKind: string,
): Promise<TeamRoleRow | undefined> {
  const found = findRole(await listTeamRoles(tx, teamId), nameOrKind);
  if (!found || found.id !== null) return found as TeamRoleRow | undefined;
  const { id: _, ...values } = found;
  const role = one(await tx.insert(roles).values(values).returning());
  // It sees the domains that it would see, had it been there from the beginning.
  const { domainId } = domainRoles;
  const shared = await tx
    .selectDistinct({ domainId })
    .from(domainRoles)
    .innerJoin(roles, eq(roles.id, domainRoles.roleId))
    .where(and(eq(roles.teamId, teamId), eq(roles.accessesNewDomains, true)));
  if (shared.length > 0) {
    await tx.insert(domainRoles).values(shared.map((row) => ({ ...row, roleId: role.id })));
  }
  await recordAudit(tx, {
    action: 'role.create',
    subject: { type: 'role', id: role.id, name: role.name },
    changes: changesBetween({}, { kind: toEffectiveRole(role).kind }),
    teamId,
  });
  return role;
}

/** The role of a name, or else of a kind. */
export function findRole(
  all: readonly AssignableRole[],
  nameOrKind: string,
): AssignableRole | undefined {
  return (
    all.find(({ name }) => name === nameOrKind) ?? all.find((role) => isOfKind(role, nameOrKind))
  );
}

function isOfKind(role: AssignableRole, kind: string): boolean {
  const effectiveRole = toEffectiveRole(role);
  return effectiveRole.kind === kind && !effectiveRole.isReadOnly;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
