import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { ProviderSignIn } from '#services/advocacy/oauth/sign-in/single-sign-on.ts';
import { withdrawInvitationsOf } from '#services/advocacy/people/invitations.ts';
import {
  listTeamsWithOtherAdministrator,
  lockTeams,
} from '#services/advocacy/people/people-store.ts';
import { findOrCreateRole } from '#services/advocacy/people/team-roles.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { findUserByIdentity } from '#services/advocacy/users/user-identities.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { changesBetween, toAuditRow } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import type { GroupRole } from '#services/platform/oidc/oidc-variables.ts';
import { entriesFor, listGivenRoles, type RoleChange } from './group-roles.ts';
import { sendRoleChanges } from './send-role-changes.ts';

type Dependencies = Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'log'> & {
  settings: OidcSettings;
};

/** Teams that change in one transaction. */
const BATCH = 500;

/**
 * Gives a user the roles of their groups, and ends those that no group gives any more (decisions.md, 68). Roles by hand
 * in other teams stay, and so does the last administrator of a team.
 * @param signIn of the user; nothing changes if it is of someone else by now
 */
export async function applyGroupRoles(
  dependencies: Dependencies,
  user: UserRow,
  { groups, ...identity }: ProviderSignIn,
): Promise<void> {
  const { db, settings } = dependencies;
  if (!settings.groupRoles || !groups) return;
  const entries = entriesFor(settings.groupRoles, groups);
  const planned = await planChanges(db, user.id, entries);
  for (let start = 0; start < planned.length; start += BATCH) {
    const teamIds = planned.slice(start, start + BATCH).map(({ teamId }) => teamId);
    await db.transaction(async (tx) => {
      // Others can change the people of these teams until here, and not afterwards.
      await lockTeams(tx, teamIds);
      if ((await findUserByIdentity(tx, identity))?.id !== user.id) return;
      const changes = await planChanges(tx, user.id, entries);
      const locked = new Set(teamIds);
      await applyChanges(
        tx,
        dependencies,
        user,
        changes.filter(({ teamId }) => locked.has(teamId)),
      );
    });
  }
}

/** What differs from the roles that the groups give, by the ID of the team. */
async function planChanges(
  db: Queries,
  userId: number,
  entries: readonly GroupRole[],
): Promise<RoleChange[]> {
  const given = await listGivenRoles(db, entries);
  const owned = await db
    .select({
      teamId: memberships.teamId,
      team: teams.name,
      roleId: memberships.roleId,
      role: roles.name,
      canAdminister: roles.canAdminister,
      group: memberships.groupName,
    })
    .from(memberships)
    .innerJoin(teams, eq(teams.id, memberships.teamId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(eq(memberships.userId, userId));
  const ownedByTeam = new Map(owned.map((membership) => [membership.teamId, membership]));
  const changed = [...given].flatMap(([teamId, after]): RoleChange[] => {
    const before = ownedByTeam.get(teamId);
    const isSame = before?.roleId === after.role.id && before.group === after.group;
    return isSame ? [] : [{ teamId, team: after.team, before, after }];
  });
  const ended = owned.filter(({ teamId, group }) => group !== null && !given.has(teamId));
  return [
    ...changed,
    ...ended.map(({ teamId, team, ...before }) => ({ teamId, team, before, after: undefined })),
  ].toSorted((a, b) => a.teamId - b.teamId);
}

async function applyChanges(
  tx: Queries,
  dependencies: Dependencies,
  user: UserRow,
  changes: readonly RoleChange[],
): Promise<void> {
  const isDemoted = ({ before, after }: RoleChange) =>
    before?.canAdminister === true && after?.role.canAdminister !== true;
  const demoted = changes.filter(isDemoted).map(({ teamId }) => teamId);
  const administered = new Set(await listTeamsWithOtherAdministrator(tx, demoted, user.id));
  const isKept = (change: RoleChange) => isDemoted(change) && !administered.has(change.teamId);
  const done = changes.filter((change) => !isKept(change));
  const kept = changes.filter(isKept);
  await storeMemberships(tx, dependencies, user.id, done);
  // Invitations that an administrator sent are of few teams.
  for (const { teamId } of done.filter(isDemoted)) {
    await withdrawInvitationsOf(tx, { teamId, userId: user.id });
  }
  await recordChanges(tx, dependencies, user, { done, kept });
  await sendRoleChanges(tx, dependencies, user, done);
}

async function storeMemberships(
  tx: Queries,
  { clock }: Dependencies,
  userId: number,
  changes: readonly RoleChange[],
): Promise<void> {
  const ended = changes.filter(({ after }) => !after).map(({ teamId }) => teamId);
  if (ended.length > 0) {
    await tx
      .delete(memberships)
      .where(and(eq(memberships.userId, userId), inArray(memberships.teamId, ended)));
  }
  const values: (typeof memberships.$inferInsert)[] = [];
  for (const { teamId, after } of changes) {
    if (!after) continue;
    // A kind that nobody in the team had before gets its role, once.
    const roleId = after.role.id ?? (await findOrCreateRole(tx, teamId, after.role.name))?.id;
    if (roleId === undefined) continue;
    values.push({ userId, teamId, roleId, groupName: after.group, joinedAt: clock.now() });
  }
  if (values.length === 0) return;
  await tx
    .insert(memberships)
    .values(values)
    .onConflictDoUpdate({
      target: [memberships.userId, memberships.teamId],
      set: { roleId: sql`excluded.role_id`, groupName: sql`excluded.group_name` },
    });
}

/** Records the changes in the name of the provider, and reports the last administrators who stay. */
async function recordChanges(
  tx: Queries,
  { log, settings }: Dependencies,
  user: UserRow,
  { done, kept }: Record<'done' | 'kept', readonly RoleChange[]>,
): Promise<void> {
  const actor = { kind: 'system', id: settings.issuer, name: settings.name } as const;
  const subject = { type: 'user', id: user.id, name: user.name };
  const rows = done.map(({ teamId, before, after }) => {
    const now = after && { role: after.role.name, group: after.group };
    const isRoleChange = before !== undefined && before.role !== now?.role;
    return toAuditRow({
      action: `person.${now ? (before ? 'update' : 'create') : 'delete'}`,
      subject,
      changes: changesBetween(before ? { role: before.role, group: before.group } : {}, now ?? {}),
      teamId,
      actor,
      ...(isRoleChange ? { userId: user.id } : {}),
    });
  });
  for (const { teamId } of kept) {
    log.warn(
      { userId: user.id, teamId },
      'the last administrator of a team stays, although no group gives the role',
    );
    rows.push(toAuditRow({ action: 'person.keep', subject, teamId, actor }));
  }
  if (rows.length > 0) await tx.insert(auditEvents).values(rows);
}
