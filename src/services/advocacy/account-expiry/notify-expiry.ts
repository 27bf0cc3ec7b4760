import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AccountsDependencies } from '#services/advocacy/accounts/account-types.ts';
import { accounts } from '#services/advocacy/accounts/accounts-table.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { type Claim, createClaims } from '#services/platform/jobs/claims.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { type ExpiringAccount, expiryEmail } from './expiry-email.ts';
import { expiryNotices } from './expiry-notices-table.ts';

const INTERVAL_MS = 15 * 60_000;
const [FIRST_DAYS, SECOND_DAYS] = [14, 3];
/** Accounts that expired earlier aren't reported, for example after this is switched on. */
const EXPIRED_DAYS = 14;

export const expiryClaims = createClaims({
  table: expiryNotices,
  key: 'id',
  batchSize: 500,
  leaseSeconds: 120,
  retry: { firstSeconds: 60, factor: 3, maxSeconds: 21_600 },
});

type ClaimedNotice = Claim<typeof expiryNotices>;
type ExpiryDependencies = Pick<
  AccountsDependencies,
  'db' | 'clock' | 'log' | 'messages' | 'publicUrl' | 'accountTypes'
>;

/** Any number of processes may run it. */
export function startExpiryNotices(dependencies: ExpiryDependencies): Worker {
  return startWorker({
    name: 'account-expiry',
    intervalMs: INTERVAL_MS,
    work: () => notifyOfExpiry(dependencies),
    log: dependencies.log,
  });
}

/**
 * Sends the administrators of teams one email about all accounts that reached a stage since the last run.
 * @returns whether there may be more
 */
export async function notifyOfExpiry(dependencies: ExpiryDependencies): Promise<boolean> {
  const { db, clock, log } = dependencies;
  await createNotices(dependencies);
  const claimed = await expiryClaims.claimDue(db, clock.now());
  for (const [teamId, notices] of Map.groupBy(claimed, (notice) => notice.teamId)) {
    try {
      await db.transaction((tx) => notifyTeam(tx, dependencies, teamId, notices));
    } catch (error) {
      log.warn({ err: error, teamId }, 'could not send expiry emails; will retry');
      for (const notice of notices) {
        await expiryClaims.finish(
          db,
          notice,
          expiryClaims.fail(notice, error, clock.now()).outcome,
        );
      }
    }
  }
  return claimed.length === expiryClaims.batchSize;
}

/** One for each account in its current stage; the constraint leaves out those that exist. */
async function createNotices({ db, clock }: ExpiryDependencies): Promise<void> {
  const now = clock.now();
  const at = (days: number) => addSeconds(now, days * DAY_SECONDS).toISOString();
  const { id, teamId, expiresAt } = accounts;
  await db.execute(sql`
    insert into ${expiryNotices} (account_id, team_id, expires_at, stage, next_attempt_at)
    select ${id}, ${teamId}, ${expiresAt},
      case when ${expiresAt} <= ${at(0)}::timestamptz then 'expired'
        when ${expiresAt} <= ${at(SECOND_DAYS)}::timestamptz then '3_days' else '14_days' end,
      ${at(0)}::timestamptz
    from ${accounts}
    where ${expiresAt} > ${at(-EXPIRED_DAYS)}::timestamptz
      and ${expiresAt} <= ${at(FIRST_DAYS)}::timestamptz
    on conflict do nothing`);
}

/** Writes the emails and that they were written in one transaction. */
async function notifyTeam(
  tx: Queries,
  { clock, messages, publicUrl, accountTypes }: ExpiryDependencies,
  teamId: number,
  notices: ClaimedNotice[],
): Promise<void> {
  const written = await expiryClaims.finishAll(tx, notices, { nextAttemptAt: null });
  const due = await listDue(tx, written);
  const [team] = await tx.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  if (due.length === 0 || !team) return;
  const email = expiryEmail({
    team: team.name,
    now: clock.now(),
    accounts: due.map(({ type, ...account }) => ({
      ...account,
      network: accountTypes.get(type)?.label ?? type,
    })),
    accountsUrl: `${publicUrl}/teams/${teamId}/accounts?show=attention`,
  });
  for (const to of await listRecipients(tx, teamId)) {
    await messages.enqueue(tx, { channel: 'email', to, ...email });
  }
}

/** The notices whose account still has the same expiry. */
async function listDue(
  tx: Queries,
  notices: ClaimedNotice[],
): Promise<(Omit<ExpiringAccount, 'network'> & { type: string })[]> {
  const { id, accountId, stage, expiresAt } = expiryNotices;
  const { name, username, type } = accounts;
  return tx
    .select({ name, username, type, stage, expiresAt })
    .from(expiryNotices)
    .innerJoin(accounts, and(eq(accounts.id, accountId), eq(accounts.expiresAt, expiresAt)))
    .where(
      inArray(
        id,
        notices.map((notice) => notice.id),
      ),
    )
    .orderBy(expiresAt, name);
}

/** Administrators of the team who haven't switched these emails off. */
async function listRecipients(tx: Queries, teamId: number): Promise<string[]> {
  const recipients = await tx
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(roles, eq(roles.id, memberships.roleId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.teamId, teamId),
        eq(roles.canAdminister, true),
        eq(users.accountExpiryEmails, true),
      ),
    )
    .orderBy(users.id);
  return recipients.map(({ email }) => email);
}
