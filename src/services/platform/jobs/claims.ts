import { and, asc, DrizzleQueryError, eq, gt, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { addSeconds } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { storable } from '#services/platform/database/storable.ts';
import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';

const ERROR_MAX_LENGTH = 500;

/** A table whose rows are jobs, due once `nextAttemptAt` has passed. */
type JobTable = PgTable & Record<'attempts' | 'nextAttemptAt' | 'lastError', PgColumn>;

interface ClaimOptions<Table extends JobTable> {
  table: Table;
  /** The primary key's property. */
  key: keyof Table['$inferSelect'] & string;
  /** Rows claimed at a time. */
  batchSize: number;
  /** Longer than the work's own time limit, so that no two processes do the same job. */
  leaseSeconds: number;
  /** The wait after the first failure; it grows by `factor` with each further one, up to `maxSeconds`. */
  retry: { firstSeconds: number; factor: number; maxSeconds: number };
}

/** A claimed row. Its `nextAttemptAt` is when the lease ends. */
export type Claim<Table extends JobTable> = Table['$inferSelect'] & {
  attempts: number;
  nextAttemptAt: Date;
};

/** Another process has claimed the job, or it was deleted or stopped. */
export class LeaseLostError extends Error {}

/** The jobs of one table, shared by any number of processes. */
export interface Claims<Table extends JobTable> {
  readonly batchSize: number;
  /**
   * Claims a batch of due rows, each for one process. If the process dies, another one claims them
   * when the lease ends.
   * @param where only rows that match
   */
  claimDue(db: Queries, now: Date, where?: SQL): Promise<Claim<Table>[]>;
  /**
   * Makes the rows due that are claimed. Only for a database that no other process uses: their process has
   * ended. Rows that wait after a failure keep waiting.
   */
  releaseAll(db: Queries, now: Date): Promise<void>;
  /**
   * Writes the outcome, unless the lease ended and another process has claimed the row since.
   * @returns whether it was written
   */
  finish(
    db: Queries,
    claim: Claim<Table>,
    outcome: Partial<Table['$inferInsert']>,
  ): Promise<boolean>;
  /**
   * Like `finish`, for rows that were claimed in one batch.
   * @returns those that were written
   */
  finishAll(
    db: Queries,
    claims: Claim<Table>[],
    outcome: Partial<Table['$inferInsert']>,
  ): Promise<Claim<Table>[]>;
  /** The outcome of a failed attempt, to be written by `finish`, and the wait before the next one. */
  fail(claim: Claim<Table>, error: unknown, now: Date): { outcome: Failure; waitSeconds: number };
}

interface Failure {
  attempts: number;
  nextAttemptAt: Date;
  lastError: string;
}

/** Claim, lease, back-off and finish for the jobs of a table. */
export function createClaims<Table extends JobTable>({
  table,
  key,
  batchSize,
  leaseSeconds,
  retry,
}: ClaimOptions<Table>): Claims<Table> {
  // Drizzle can't infer the columns of a generic table.
  const jobs = table as JobTable & Record<string, PgColumn>;
  const id = jobs[key] as PgColumn;

  async function finishAll(
    db: Queries,
    claims: Claim<Table>[],
    outcome: Partial<Table['$inferInsert']>,
  ): Promise<Claim<Table>[]> {
    const [first] = claims;
    if (!first) return [];
    const keys = claims.map((claim) => claim[key]);
    const rows = await db
      .update(jobs)
      .set(outcome as Record<string, unknown>)
      .where(and(inArray(id, keys), eq(jobs.nextAttemptAt, first.nextAttemptAt)))
      .returning({ id });
    const written = new Set(rows.map((row) => row.id));
    return claims.filter((claim) => written.has(claim[key]));
  }

  return {
    batchSize,
    async claimDue(db, now, where) {
      // A common table expression, because a subquery with a limit may run more than once.
      const due = db.$with('due').as(
        db
          .select({ id })
          .from(jobs)
          .where(and(lte(jobs.nextAttemptAt, now), where))
          .orderBy(asc(jobs.nextAttemptAt), asc(id))
          .limit(batchSize)
          .for('update', { skipLocked: true }),
      );
      const claimed = await db
        .with(due)
        .update(jobs)
        .set({ nextAttemptAt: addSeconds(now, leaseSeconds) } as Record<string, Date>)
        .where(inArray(id, db.select({ id: due.id }).from(due)))
        .returning();
      return claimed as Claim<Table>[];
    },
    async releaseAll(db, now) {
      const isClaimed = and(
        gt(jobs.nextAttemptAt, now),
        lte(jobs.nextAttemptAt, addSeconds(now, leaseSeconds)),
        isNull(jobs.lastError),
      );
      await db
        .update(jobs)
        .set({ nextAttemptAt: now } as Record<string, Date>)
        .where(isClaimed);
    },
    async finish(db, claim, outcome) {
      return (await finishAll(db, [claim], outcome)).length > 0;
    },
    finishAll,
    fail(claim, error, now) {
      const waitSeconds = Math.min(
        retry.firstSeconds * retry.factor ** claim.attempts,
        retry.maxSeconds,
      );
      const outcome = {
        attempts: claim.attempts + 1,
        nextAttemptAt: addSeconds(now, waitSeconds),
        lastError: storable(messageOf(error).slice(0, ERROR_MAX_LENGTH)),
      };
      return { outcome, waitSeconds };
    },
  };
}

/** Users can read it, and the message of a database error has the statement with its parameters. */
function messageOf(error: unknown): string {
  if (error instanceof DrizzleQueryError) {
    return isDatabaseUnavailable(error) ? 'The database is unavailable' : 'Unexpected error';
  }
  return error instanceof Error ? error.message : String(error);
}
