import { and, asc, count, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import {
  type SecondStep,
  type SignInSettings,
  secondStepOf,
} from '#services/advocacy/people/second-step.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { userActivity } from '#services/advocacy/users/user-activity-table.ts';
import { userIdentities } from '#services/advocacy/users/user-identities-table.ts';
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
  /** The group that gives the role at each sign-in by the provider; null for a role by hand. */
  group: string | null;
  expiresAt: Date | null;
  joinedAt: Date | null;
  /** Null for an invitation. */
  secondStep: SecondStep | null;
  lastActiveAt: Date | null;
}

/** A position in the list. A user and an invitation can have the same address. */
export type PersonPosition = Pick<PersonRow, 'kind' | 'email'>;

interface PeoplePage {
  now: Date;
  /** The end of the previous page, with the address in lower case. */
  after: PersonPosition | undefined;
  limit: number;
  /** Whether open invitations are listed, too. */
  withInvitations: boolean;
  settings: SignInSettings;
}

/** Users and open invitations of a team by email address. */
export async function listPeople(
  db: Queries,
  teamId: number,
  { now, after, limit, withInvitations, settings }: PeoplePage,
): Promise<{ rows: PersonRow[]; total: number }> {
  const isMember = eq(memberships.teamId, teamId);
  const isOpen = and(
    eq(invitations.teamId, teamId),
    gt(invitations.expiresAt, now),
    withInvitations ? undefined : sql`false`,
  );
  const isAfter = (email: PgColumn, kind: PersonRow['kind']) =>
    after && sql`(lower(${email}), ${kind}::text) > (${after.email}, ${after.kind})`;
  const members = db
    .select({
      ...userColumns(settings),
      sortKey: sql<string>`lower(${users.email})`.as('sort_key'),
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .leftJoin(userActivity, eq(userActivity.userId, users.id))
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
    rows: rows.map(({ sortKey: _, ...row }) => withDates(row)),
    total: (memberCount?.total ?? 0) + (openCount?.total ?? 0),
  };
}

const userColumns = (settings: SignInSettings) => ({
  id: users.id,
  kind: sql<PersonRow['kind']>`'user'`.as('kind'),
  email: users.email,
  isEmailVerified: sql<boolean | null>`${users.email} = ${users.provenEmail}`.as(
    'is_email_verified',
  ),
  name: sql<string | null>`${users.name}`.as('name'),
  role: sql<string>`${roles.name}`.as('role'),
  canAdminister: roles.canAdminister,
  // Groups that nothing reads at the next sign-in don't count.
  group: sql<string | null>`case when exists (
    select from ${userIdentities}
    where ${userIdentities.userId} = ${users.id} and ${userIdentities.issuer} = ${settings.oidc?.groupRoles ? settings.oidc.issuer : ''}
  ) then ${memberships.groupName} end`.as('group_name'),
  expiresAt: sql<string | null>`null::timestamptz`.as('expires_at'),
  joinedAt: sql<string | null>`${memberships.joinedAt}`.as('joined_at'),
  secondStep: sql<PersonRow['secondStep']>`${secondStepOf(settings)}`.as('second_step'),
  lastActiveAt: sql<string | null>`${userActivity.lastActiveAt}`.as('last_active_at'),
});

const invitationColumns = {
  id: invitations.id,
  kind: sql<PersonRow['kind']>`'invitation'`.as('kind'),
  email: invitations.email,
  isEmailVerified: sql<boolean | null>`null::boolean`.as('is_email_verified'),
  name: sql<string | null>`null`.as('name'),
  role: sql<string>`${roles.name}`.as('role'),
  canAdminister: roles.canAdminister,
  group: sql<string | null>`null`.as('group_name'),
  expiresAt: sql<string | null>`${invitations.expiresAt}`.as('expires_at'),
  joinedAt: sql<string | null>`null::timestamptz`.as('joined_at'),
  secondStep: sql<PersonRow['secondStep']>`null`.as('second_step'),
  lastActiveAt: sql<string | null>`null::timestamptz`.as('last_active_at'),
};

type DateField = 'expiresAt' | 'joinedAt' | 'lastActiveAt';
type StoredRow = Omit<PersonRow, DateField> & Record<DateField, string | null>;

function withDates(row: StoredRow): PersonRow {
  const toDate = (at: string | null) => (at === null ? null : new Date(at));
  return {
    ...row,
    expiresAt: toDate(row.expiresAt),
    joinedAt: toDate(row.joinedAt),
    lastActiveAt: toDate(row.lastActiveAt),
  };
}

export async function findMember(
  db: Queries,
  settings: SignInSettings,
  { teamId, userId }: { teamId: number; userId: number },
): Promise<PersonRow | undefined> {
  const [row] = await db
    .select(userColumns(settings))
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .leftJoin(userActivity, eq(userActivity.userId, users.id))
    .where(and(eq(memberships.teamId, teamId), eq(memberships.userId, userId)));
  return row && withDates(row);
}

/** Which of some teams keep an administrator without this user. Needs the lock of `lockTeams`. */
export async function listTeamsWithOtherAdministrator(
  tx: Queries,
  teamIds: readonly number[],
  userId: number,
): Promise<number[]> {
  if (teamIds.length === 0) return [];
  const found = await tx
    .selectDistinct({ teamId: memberships.teamId })
    .from(memberships)
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .where(
      and(
        inArray(memberships.teamId, [...teamIds]),
        eq(roles.canAdminister, true),
        ne(memberships.userId, userId),
      ),
    );
  return found.map(({ teamId }) => teamId);
}

/** Makes changes to the people of teams wait for each other until the transaction ends. */
export async function lockTeams(tx: Queries, teamIds: readonly number[]): Promise<void> {
  const isOneOf = inArray(teams.id, [...teamIds]);
  await lockForUpdate(
    tx.select({ id: teams.id }).from(teams).where(isOneOf).orderBy(asc(teams.id)),
  );
}

export const lockTeam = (tx: Queries, teamId: number) => lockTeams(tx, [teamId]);
