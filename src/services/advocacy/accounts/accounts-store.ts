import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { AuditChange } from '#services/platform/audit/audit-events-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Clock } from '#services/platform/clock.ts';
import { violatesForeignKey } from '#services/platform/database/constraint.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { type Credentials, encryptCredentials } from './account-credentials.ts';
import { type AccountRow, accounts } from './accounts-table.ts';
import { SOCIAL_FEED_ACCOUNT_KEY } from './social-feeds-table.ts';
import { subaccounts } from './subaccounts-table.ts';

interface NewSubaccount {
  externalId: string;
  name: string;
}

/** An account as described by its third party or its credentials, not yet on a team. */
export interface NewAccount
  extends Pick<
    AccountRow,
    | 'type'
    | 'externalId'
    | 'name'
    | 'username'
    | 'imageUrl'
    | 'site'
    | 'expiresAt'
    | 'capabilities'
    | 'followersCount'
    | 'followsCount'
    | 'mediaCount'
    | 'likesCount'
  > {
  credentials: Credentials;
  subaccounts: readonly NewSubaccount[];
}

interface StoreDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  accountTypes: AccountLabels;
}

/** The networks' names by type. */
type AccountLabels = ReadonlyMap<string, { readonly label: string }>;

export async function findAccount(
  db: Queries,
  teamId: number,
  accountId: number,
): Promise<AccountRow | undefined> {
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.teamId, teamId), eq(accounts.id, accountId)));
  return row;
}

/**
 * Adds an account to a team.
 * @returns undefined when the team already has one with the same type and external id. The unique
 *   constraint decides, so exactly one of several parallel calls succeeds.
 */
export async function insertAccount(
  { db, clock, encryption, accountTypes }: StoreDependencies,
  teamId: number,
  account: NewAccount,
): Promise<AccountRow | undefined> {
  const { credentials, subaccounts: newSubaccounts, ...profile } = account;
  const now = clock.now();
  const encrypted = encryptCredentials(encryption, { teamId, ...profile }, credentials);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(accounts)
      .values({ ...profile, teamId, credentials: encrypted, createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: [accounts.teamId, accounts.type, accounts.externalId] })
      .returning();
    if (row) {
      await replaceSubaccounts(tx, row.id, newSubaccounts, now);
      await recordAccount(
        tx,
        accountTypes,
        'account.create',
        row,
        changesBetween({}, toAudited(row)),
      );
    }
    return row;
  });
}

/**
 * Updates an account's credentials and its profile data from the third party.
 * @param account the same external account
 * @returns undefined when the account has been deleted
 */
export async function reauthorizeAccount(
  { db, clock, encryption, accountTypes }: StoreDependencies,
  { id, teamId }: Pick<AccountRow, 'id' | 'teamId'>,
  account: NewAccount,
): Promise<AccountRow | undefined> {
  const { credentials, subaccounts: newSubaccounts, ...profile } = account;
  const now = clock.now();
  const encrypted = encryptCredentials(encryption, { teamId, ...profile }, credentials);
  return db.transaction(async (tx) => {
    const before = await findAccount(tx, teamId, id);
    const [row] = await tx
      .update(accounts)
      .set({ ...profile, credentials: encrypted, updatedAt: now })
      .where(and(eq(accounts.teamId, teamId), eq(accounts.id, id)))
      .returning();
    if (row) {
      await replaceSubaccounts(tx, row.id, newSubaccounts, now);
      const changes = before ? changesBetween(toAudited(before), toAudited(row)) : [];
      await recordAccount(tx, accountTypes, 'account.reauthorize', row, changes);
    }
    return row;
  });
}

/** The fields of an account that an operator knows; credentials are never recorded. */
function toAudited({ type, externalId, name, username, site, expiresAt }: AccountRow) {
  return { type, external_id: externalId, name, username, site, expires_at: expiresAt };
}

/** Accounts of a brand often share a name, so the subject has the network and the handle too. */
function recordAccount(
  tx: Queries,
  types: AccountLabels,
  action: `account.${string}`,
  { id, teamId, type, ...account }: AccountRow,
  changes: AuditChange[],
): Promise<void> {
  const network = types.get(type)?.label ?? type;
  const subject = { type: 'account', id, name: `${account.name} (${network}${handleOf(account)})` };
  return recordAudit(tx, { action, subject, changes, teamId });
}

/** The site or the username of an account, in addition to its name; empty if they are the same. */
function handleOf({ name, username, site }: Pick<AccountRow, 'name' | 'username' | 'site'>) {
  if (site !== null) return ` ${site}`;
  return username === '' || username === name ? '' : ` @${username.replace(/^@/, '')}`;
}

/** Replaces the stored subaccounts; those that still exist keep their ids. */
async function replaceSubaccounts(
  tx: Queries,
  accountId: number,
  newSubaccounts: readonly NewSubaccount[],
  now: Date,
): Promise<void> {
  const externalIds = newSubaccounts.map(({ externalId }) => externalId);
  await tx
    .delete(subaccounts)
    .where(
      and(eq(subaccounts.accountId, accountId), notInArray(subaccounts.externalId, externalIds)),
    );
  if (newSubaccounts.length === 0) return;
  await tx
    .insert(subaccounts)
    .values(newSubaccounts.map((each) => ({ ...each, accountId, createdAt: now, updatedAt: now })))
    .onConflictDoUpdate({
      target: [subaccounts.accountId, subaccounts.externalId],
      set: { name: sql`excluded.name`, updatedAt: now },
    });
}

/**
 * Deletes an account. The foreign key decides whether a social feed uses it, so a feed created at the
 * same time can't lose its account.
 */
export async function removeAccount(
  { db, accountTypes }: Pick<StoreDependencies, 'db' | 'accountTypes'>,
  { id, teamId }: Pick<AccountRow, 'id' | 'teamId'>,
): Promise<'removed' | 'absent' | 'in use'> {
  try {
    return await db.transaction(async (tx) => {
      const [removed] = await tx
        .delete(accounts)
        .where(and(eq(accounts.teamId, teamId), eq(accounts.id, id)))
        .returning();
      if (!removed) return 'absent';
      const changes = changesBetween(toAudited(removed), {});
      await recordAccount(tx, accountTypes, 'account.delete', removed, changes);
      return 'removed';
    });
  } catch (error) {
    if (violatesForeignKey(error, SOCIAL_FEED_ACCOUNT_KEY)) return 'in use';
    throw error;
  }
}

/** The team's accounts among the ids, oldest first. */
export async function listAccountsById(
  db: Queries,
  teamId: number,
  ids: readonly number[],
): Promise<AccountRow[]> {
  return db
    .select()
    .from(accounts)
    .where(and(eq(accounts.teamId, teamId), inArray(accounts.id, [...ids])))
    .orderBy(accounts.id);
}
