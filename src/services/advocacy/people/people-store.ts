import { and, asc, count, eq, gt, ne, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { invitations } from './invitations-table.ts';

export interface PersonRow {
  id: number;
  kind: 'user' | 'invitation';
  email: string;
  isEmailVerified: boolean | null;
  name: string | null;
  role: string;
  canAdminister: boolean;
  expiresAt: Date | null;
}

/** A position in the list. A user and an invitation can have the same address. */
export type PersonPosition = Pick<PersonRow, 'kind' | 'email'>;

/**
 * Users and open invitations of a team by email address.
 * @param after the end of the previous page, with the address in lower case
 */
export async function listPeople(
  db: Queries,
  teamId: number,
  { now, after, limit }: { now: Date; after: PersonPosition | undefined; limit: number },
): Promise<{ rows: PersonRow[]; total: number }> {
  const isMember = eq(memberships.teamId, teamId);
  const isOpen = and(eq(invitations.teamId, teamId), gt(invitations.expiresAt, now));
  const isAfter = (email: PgColumn, kind: PersonRow['kind']) =>
    after && sql`(lower(${email}), ${kind}::text) > (${after.email}, ${after.kind})`;
  const members = db
    .select({ ...userColumns, sortKey: sql<string>`lower(${users.email})`.as('sort_key') })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(and(isMember, isAfter(users.email, 'user')));
  const invited = db
    .select({
      ...invitationColumns,
      sortKey: sql<string>`lower(${invitations.email})`.as('sort_key'),
    })
    .from(invitations)
    .innerJoin(roles, eq(roles.id, invitations.roleId))
    .where(and(isOpen, isAfter(invitations.email, 'invitation')));
  const rows = await unionAll(members, invited).orderBy(sql`sort_key`, sql`kind`).limit(limit);
  const [memberCount] = await db.select({ total: count() }).from(memberships).where(isMember);
  const [openCount] = await db.select({ total: count() }).from(invitations).where(isOpen);
  return {
    rows: rows.map(({ sortKey: _, ...row }) => ({
      ...row,
      expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt),
    })),
    total: (memberCount?.total ?? 0) + (openCount?.total ?? 0),
  };
}

const userColumns = {
  id: users.id,
  kind: sql<PersonRow['kind']>`'user'`.as('kind'),
  email: users.email,
  isEmailVerified: sql<boolean | null>`${users.email} = ${users.provenEmail}`.as(
    'is_email_verified',
  ),
  name: sql<string | null>`${users.name}`.as('name'),
  role: sql<string>`${roles.name}`.as('role'),
  canAdminister: roles.canAdminister,
  expiresAt: sql<string | null>`null::timestamptz`.as('expires_at'),
};

const invitationColumns = {
  id: invitations.id,
  kind: sql<PersonRow['kind']>`'invitation'`.as('kind'),
  email: invitations.email,
  isEmailVerified: sql<boolean | null>`null::boolean`.as('is_email_verified'),
  name: sql<string | null>`null`.as('name'),
  role: sql<string>`${roles.name}`.as('role'),
  canAdminister: roles.canAdminister,
  expiresAt: sql<string | null>`${invitations.expiresAt}`.as('expires_at'),
};

/** A member of the team. */
export async function findMember(
  db: Queries,
  teamId: number,
  userId: number,
): Promise<PersonRow | undefined> {
  const [row] = await db
    .select(userColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(and(eq(memberships.teamId, teamId), eq(memberships.userId, userId)));
  return row && { ...row, expiresAt: null };
}

/** Oldest first. */
export function listTeamRoles(db: Queries, teamId: number) {
  return db.select().from(roles).where(eq(roles.teamId, teamId)).orderBy(asc(roles.id));
}

/** Whether a team keeps an administrator without this user. Needs the lock of `lockTeam`. */
export async function hasOtherAdministrator(
  tx: Queries,
  teamId: number,
  userId: number,
): Promise<boolean> {
  const [other] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(
      and(
        eq(memberships.teamId, teamId),
        eq(roles.canAdminister, true),
        ne(memberships.userId, userId),
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Makes changes to the people of a team wait for each other until the transaction ends. */
export async function lockTeam(tx: Queries, teamId: number): Promise<void> {
  await lockForUpdate(tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)));
}
