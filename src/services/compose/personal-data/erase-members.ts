import { eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { forgetUnusedWords } from '#services/gateway/personal-data/directory-data.ts';
import { jobsData } from '#services/gateway/personal-data/jobs-data.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Database, Storage } from '#services/platform/database/database.ts';
import { type Claim, createClaims } from '#services/platform/jobs/claims.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import { erasures } from '#services/platform/personal-data/erasures-table.ts';
import type { DataSubject } from '#services/platform/personal-data/personal-data.ts';
import { addToErasureList, applyErasureList } from './erasure-list.ts';
import { findRestoredSubject, findTeamSubject } from './find-subject.ts';
import { countMentions } from './mentions.ts';
import { ERASED_TOGETHER, type QueueDependencies, queueDeletedMembers } from './queue-erasures.ts';
import { PERSONAL_DATA } from './sections.ts';

export interface ErasureDependencies extends QueueDependencies {
  db: Database;
  databaseKind: Storage['kind'];
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
/** About the time of a batch of a job. */
const IN_USE_WAIT_SECONDS = 5;
const UNCOUNTED = 'There may be more texts that name the member.';

export const erasureClaims = createClaims({
  table: erasures,
  key: 'id',
  batchSize: ERASED_TOGETHER,
  leaseSeconds: 1_800,
  retry: { firstSeconds: 5, factor: 2, maxSeconds: 3_600 },
});
type ErasureClaim = Claim<typeof erasures>;

/**
 * Erases a batch of members, and queues the members that were deleted long enough ago. An erasure that fails
 * is tried again later and doesn't hold up the others.
 * @returns whether there may be more
 * @throws {AggregateError} the failures
 */
export async function eraseDueMembers(dependencies: ErasureDependencies): Promise<boolean> {
  const { db, clock, servesLoyalty, deletedMemberDays } = dependencies;
  const claims = await erasureClaims.claimDue(db, clock.now());
  if (claims.length === 0) {
    return servesLoyalty && (await queueDeletedMembers(dependencies, deletedMemberDays));
  }
  const erased: ErasedMember[] = [];
  const errors: unknown[] = [];
  for (const claim of claims) {
    try {
      const member = await erase(dependencies, claim);
      if (member) erased.push(member);
      else await wait(dependencies, claim);
    } catch (error) {
      const { outcome } = erasureClaims.fail(claim, error, clock.now());
      await erasureClaims.finish(db, claim, outcome);
      errors.push(error);
    }
  }
  await forgetValues(dependencies, erased);
  if (errors.length > 0) throw new AggregateError(errors, 'Members could not be erased');
  return true;
}

/** An erasure whose entries are erased. */
interface ErasedMember {
  claim: ErasureClaim;
  teamIds: readonly number[];
  outcome: { erased: Record<string, number>; remaining: string[] };
}

/** @returns undefined if a job is working on the member, so that the rest can only be erased later */
async function erase(
  dependencies: ErasureDependencies,
  claim: ErasureClaim,
): Promise<ErasedMember | undefined> {
  const { db, clock, deleteElsewhere } = dependencies;
  const erased: Record<string, number> = { ...claim.erased };
  let subject = await findClaimed(dependencies, claim);
  const remaining = subject ? await countMentionsOnce(dependencies, claim, subject) : [];
  for (const section of PERSONAL_DATA) {
    if (!subject) break;
    let more = true;
    while (more) {
      const part = await db.transaction(async (tx) => {
        const part = await section.erase(tx, subject as DataSubject, clock.now());
        const total = (erased[section.name] ?? 0) + part.count;
        // Progress is kept: after a crash the counts of what is done already are known.
        await tx
          .update(erasures)
          .set({ erased: { ...erased, [section.name]: total } })
          .where(eq(erasures.id, claim.id));
        return { ...part, total };
      });
      erased[section.name] = part.total;
      if (part.isInUse) return undefined;
      more = part.more;
    }
    if (section !== jobsData) continue;
    // A job may have added the member since it was found.
    if (subject.serviceId === null) {
      subject = await findClaimed(dependencies, { ...claim, subject });
    }
    const wasDeletedElsewhere = remaining.some((sentence) => sentence !== UNCOUNTED);
    if (subject?.partnerId === null && !wasDeletedElsewhere) {
      remaining.push(await deleteElsewhere(subject));
      // In a further attempt the service would respond that there is no such member.
      await db.update(erasures).set({ remaining }).where(eq(erasures.id, claim.id));
    }
  }
  return { claim, teamIds: subject?.teamIds ?? [], outcome: { erased, remaining } };
}

async function wait({ db, clock }: ErasureDependencies, claim: ErasureClaim): Promise<void> {
  await erasureClaims.finish(db, claim, {
    nextAttemptAt: addSeconds(clock.now(), IN_USE_WAIT_SECONDS),
  });
}

/**
 * Counts the texts elsewhere for an erasure that a person asked for, while the member's names are known.
 * @returns a sentence if not all of them were counted
 */
async function countMentionsOnce(
  { db }: ErasureDependencies,
  { id, teamId, mentions, remaining }: ErasureClaim,
  subject: DataSubject,
): Promise<string[]> {
  if (teamId === null || mentions !== null) return [...remaining];
  const { count, complete } = await countMentions(db, teamId, subject);
  const sentences = complete ? [] : [UNCOUNTED];
  await db
    .update(erasures)
    .set({ mentions: count, remaining: sentences })
    .where(eq(erasures.id, id));
  return sentences;
}

/** The member of an erasure; undefined if a restored database doesn't have it. */
async function findClaimed(
  dependencies: ErasureDependencies,
  { receipt, digests, subject }: Pick<ErasureClaim, 'receipt' | 'digests' | 'subject'>,
): Promise<DataSubject | undefined> {
  const pseudonym = `erased-${receipt}`;
  if (subject && subject.serviceId !== null && 'serviceId' in subject) return subject;
  const [teamId] = subject?.teamIds ?? [];
  const found =
    digests.length > 0 || !subject || teamId === undefined
      ? await findRestoredSubject(dependencies, digests)
      : await findTeamSubject(dependencies, teamId, { memberId: subject.memberId });
  return found && { ...found, pseudonym };
}

/** Forgets what the database keeps of values beside their rows, then completes the erasures. */
async function forgetValues(
  dependencies: ErasureDependencies,
  erased: readonly ErasedMember[],
): Promise<void> {
  const { db, clock, dataDirectory } = dependencies;
  const teamIds = new Set(erased.flatMap((member) => member.teamIds));
  if (teamIds.size > 0) {
    for (const teamId of teamIds) await forgetUnusedWords(db, teamId);
    // Also of tables from which others have removed the member's rows.
    await forgetSamples(
      dependencies,
      PERSONAL_DATA.flatMap(({ tables }) => tables),
    );
  }
  for (const { claim, outcome } of erased) {
    addToErasureList(dataDirectory, {
      receipt: claim.receipt,
      requested_at: claim.requestedAt.toISOString(),
      digests: claim.digests,
      member_digests: claim.memberDigests,
    });
    await erasureClaims.finish(db, claim, {
      ...outcome,
      subject: null,
      erasedAt: clock.now(),
      nextAttemptAt: null,
      lastError: null,
    });
  }
  if (erased.length > 0) await forgetSamples(dependencies, [erasures]);
}

/** A fifth of the rows that PostgreSQL takes, because nothing else in the embedded database runs beside it. */
const EMBEDDED_STATISTICS_TARGET = 20;

/** The database's statistics have samples of values; they are taken again. */
async function forgetSamples(
  { db, databaseKind }: Pick<ErasureDependencies, 'db' | 'databaseKind'>,
  tables: readonly PgTable[],
): Promise<void> {
  for (const table of tables) {
    await db.transaction(async (tx) => {
      if (databaseKind === 'embedded') {
        const target = sql.raw(String(EMBEDDED_STATISTICS_TARGET));
        await tx.execute(sql`set local default_statistics_target = ${target}`);
      }
      await tx.execute(sql`analyze ${table}`);
    });
  }
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
