import { createHash, randomUUID } from 'node:crypto';
import { and, arrayOverlaps, eq, getTableName, isNotNull, lt, sql } from 'drizzle-orm';
import type { Erasure } from '#contract/gateway/personal-data.ts';
import { deleteUnusedWords } from '#services/gateway/directory/remove-members.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { listMembersWithData } from '#services/loyalty/personal-data/members-data.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { type Claim, createClaims } from '#services/platform/jobs/claims.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import { type ErasureRow, erasures } from '#services/platform/personal-data/erasures-table.ts';
import type { DataSubject } from '#services/platform/personal-data/personal-data.ts';
import { addToErasureList, applyErasureList } from './erasure-list.ts';
import { findDeletedSubject, findRestoredSubject } from './find-subject.ts';
import { ERASED_TABLES, PERSONAL_DATA } from './sections.ts';

export interface ErasureDependencies {
  db: Database;
  clock: Clock;
  servesLoyalty: boolean;
  /** Has the list of receipts. */
  dataDirectory: string;
  deletedMemberDays: number;
  /**
   * Deletes the member at another vendor's loyalty service.
   * @returns a sentence about what that service may keep
   */
  deleteElsewhere(subject: DataSubject): Promise<string>;
}

const INTERVAL_MS = 5_000;
const DUE_BATCH = 20;

export const erasureClaims = createClaims({
  table: erasures,
  key: 'id',
  batchSize: 1,
  leaseSeconds: 600,
  retry: { firstSeconds: 5, factor: 2, maxSeconds: 3_600 },
});
type ErasureClaim = Claim<typeof erasures>;

export function toErasureDocument(row: ErasureRow): Erasure {
  return {
    receipt: row.receipt,
    state: row.erasedAt === null ? 'running' : 'done',
    requested_at: row.requestedAt.toISOString(),
    erased_at: row.erasedAt?.toISOString() ?? null,
    erased: row.erased,
    remaining: row.remaining,
  };
}

/** Queues an erasure, with its audit event. A second request for the same member returns the first one. */
export async function queueErasure(
  { db, clock }: Pick<ErasureDependencies, 'db' | 'clock'>,
  found: Omit<DataSubject, 'pseudonym'>,
  teamId: number | null,
): Promise<ErasureRow> {
  const receipt = randomUUID();
  const subject = { ...found, pseudonym: `erased-${receipt}` };
  const digests = subject.serviceIds.map((id) => createHash('sha256').update(id).digest('hex'));
  return db.transaction(async (tx) => {
    const [running] = await tx
      .select()
      .from(erasures)
      .where(and(isNotNull(erasures.nextAttemptAt), arrayOverlaps(erasures.digests, digests)));
    if (running) return running;
    const now = clock.now();
    const [row] = await tx
      .insert(erasures)
      .values({ receipt, teamId, subject, digests, requestedAt: now, nextAttemptAt: now })
      .returning();
    await recordAudit(tx, {
      action: 'personal_data.erase',
      subject: { type: 'member', id: subject.memberIds[0] ?? subject.pseudonym },
      changes: [{ field: 'receipt', after: receipt }],
      ...(teamId === null ? {} : { teamId }),
      ...(subject.partnerId === null ? {} : { partnerId: subject.partnerId }),
    });
    return row as ErasureRow;
  });
}

/**
 * Erases a member, and queues the members that were deleted long enough ago.
 * @returns whether there may be more
 */
export async function eraseDueMembers(dependencies: ErasureDependencies): Promise<boolean> {
  const { db, clock } = dependencies;
  const [claim] = await erasureClaims.claimDue(db, clock.now());
  if (!claim) return queueDeletedMembers(dependencies);
  try {
    await erase(dependencies, claim);
  } catch (error) {
    const { outcome } = erasureClaims.fail(claim, error, clock.now());
    await erasureClaims.finish(db, claim, outcome);
    throw error;
  }
  return true;
}

async function queueDeletedMembers(dependencies: ErasureDependencies): Promise<boolean> {
  const { db, clock, deletedMemberDays, servesLoyalty } = dependencies;
  if (!servesLoyalty) return false;
  const before = addSeconds(clock.now(), -deletedMemberDays * DAY_SECONDS);
  const rows = await listMembersWithData(db, lt(members.deletedAt, before), DUE_BATCH);
  let isAnyDue = false;
  for (const row of rows) {
    const queued = await queueErasure(dependencies, await findDeletedSubject(db, row), null);
    isAnyDue ||= queued.attempts === 0;
  }
  return isAnyDue;
}

async function erase(dependencies: ErasureDependencies, claim: ErasureClaim): Promise<void> {
  const { db, clock, dataDirectory, deleteElsewhere } = dependencies;
  const subject = claim.subject ?? (await findRestored(dependencies, claim));
  const erased: Record<string, number> = { ...claim.erased };
  const remaining: string[] = [];
  if (subject) {
    if (subject.partnerId === null) remaining.push(await deleteElsewhere(subject));
    for (const section of PERSONAL_DATA) {
      const count = await db.transaction((tx) => section.erase(tx, subject, clock.now()));
      erased[section.name] = (erased[section.name] ?? 0) + count;
      // After a crash the counts of what is done already are known.
      await db.update(erasures).set({ erased }).where(eq(erasures.id, claim.id));
    }
    for (const teamId of subject.teamIds) await forgetWords(db, teamId);
    await forgetSamples(db, ERASED_TABLES);
  }
  addToErasureList(dataDirectory, {
    receipt: claim.receipt,
    requested_at: claim.requestedAt.toISOString(),
    digests: claim.digests,
  });
  await erasureClaims.finish(db, claim, {
    subject: null,
    erased,
    remaining,
    erasedAt: clock.now(),
    nextAttemptAt: null,
    lastError: null,
  });
  await forgetSamples(db, [getTableName(erasures)]);
}

async function findRestored(
  dependencies: ErasureDependencies,
  { receipt, digests }: ErasureClaim,
): Promise<DataSubject | undefined> {
  const found = await findRestoredSubject(dependencies, digests);
  return found && { ...found, pseudonym: `erased-${receipt}` };
}

/** Deletes the words of the directory that no member has any more. */
async function forgetWords(db: Database, teamId: number): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) after = await deleteUnusedWords(db, teamId, after);
}

/** The database's statistics have samples of values; they are taken again. */
async function forgetSamples(db: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) await db.execute(sql`analyze ${sql.identifier(table)}`);
}

/** Erases in the background. Any number of processes may do this on one database. */
export async function startErasureWorker(
  dependencies: ErasureDependencies & { log: Log },
): Promise<Worker> {
  await applyErasureList(dependencies, dependencies.dataDirectory);
  return startWorker({
    name: 'erasures',
    intervalMs: INTERVAL_MS,
    work: () => eraseDueMembers(dependencies),
    log: dependencies.log,
  });
}
