import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { DomainRecord } from '#contract/advocacy/domain-setup.ts';
import { type DomainRow, domains } from '#services/advocacy/domains/domains-table.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import type { RequiredRecords } from './required-records.ts';

const WORKER_INTERVAL_MS = 5_000;
/** So few that their lookups don't fill the limit of running ones. */
const BATCH_SIZE = 10;
const CHECK_SECONDS = 300;
/** Domains that lost records are checked more often, so that they heal soon after a correction. */
const LOST_CHECK_SECONDS = 20;

interface RecordsCheckDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  requiredRecords: Pick<RequiredRecords, 'check'>;
}

/** Notices when DNS records of valid domains are gone, and when they are back. */
export function startRecordsWorker(dependencies: RecordsCheckDependencies): Worker {
  return startWorker({
    name: 'DNS records',
    intervalMs: WORKER_INTERVAL_MS,
    work: () => checkDueRecords(dependencies),
    log: dependencies.log,
  });
}

/**
 * Looks up the records of a batch of valid domains. Any number of processes may run it.
 * @returns whether there may be more
 */
export async function checkDueRecords(dependencies: RecordsCheckDependencies): Promise<boolean> {
  const due = await claimDueDomains(dependencies);
  await Promise.all(
    due.map(async (domain) => {
      const records = await dependencies.requiredRecords.check(domain.name);
      await saveRecordsState(dependencies, domain, records);
    }),
  );
  return due.length === BATCH_SIZE;
}

/** Sets the time of their next check first: a check that a crash interrupts is only late. */
function claimDueDomains({ db, clock }: RecordsCheckDependencies): Promise<DomainRow[]> {
  const now = clock.now();
  const next = sql`case when ${domains.recordsLostAt} is null
    then ${addSeconds(now, CHECK_SECONDS).toISOString()}::timestamptz
    else ${addSeconds(now, LOST_CHECK_SECONDS).toISOString()}::timestamptz end`;
  const due = db.$with('due').as(
    db
      .select({ id: domains.id })
      .from(domains)
      .where(and(eq(domains.status, 'valid'), lte(domains.recordsCheckAt, now)))
      .orderBy(asc(domains.recordsCheckAt))
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true }),
  );
  return db
    .with(due)
    .update(domains)
    .set({ recordsCheckAt: next })
    .where(inArray(domains.id, db.select({ id: due.id }).from(due)))
    .returning();
}

/** Stores whether a valid domain still has its records, if that has changed. Failed lookups change nothing. */
export async function saveRecordsState(
  { db, clock, log }: Omit<RecordsCheckDependencies, 'requiredRecords'>,
  { id, name, status, recordsLostAt }: DomainRow,
  records: readonly DomainRecord[],
): Promise<void> {
  if (status !== 'valid') return;
  const isLost = records.some((record) => record.status === 'missing' || record.status === 'wrong');
  if (!isLost && records.some((record) => record.status === 'unknown')) return;
  if (isLost === (recordsLostAt !== null)) return;
  const now = clock.now();
  await db
    .update(domains)
    .set({
      recordsLostAt: isLost ? now : null,
      recordsCheckAt: addSeconds(now, isLost ? LOST_CHECK_SECONDS : CHECK_SECONDS),
    })
    .where(eq(domains.id, id));
  if (isLost) log.warn({ domain: name }, 'DNS records of a valid domain are gone');
  else log.info({ domain: name }, 'the DNS records of a domain are back');
}
