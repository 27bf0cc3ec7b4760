import { and, eq, type SQL, sql } from 'drizzle-orm';
import { listMembers } from '#contract/loyalty/members/members.ts';
import { type ImportLayout, readLayout } from '#services/gateway/jobs/import/import-layout.ts';
import { loadProgramValues } from '#services/gateway/jobs/import/program-values.ts';
import {
  endJob,
  type JobClaim,
  type JobsWorkerDependencies,
  jobClaims,
} from '#services/gateway/jobs/job-claims.ts';
import { firstRows, isFull } from '#services/gateway/jobs/jobs-store.ts';
import { type GatewayJobRow, gatewayJobRows } from '#services/gateway/jobs/jobs-table.ts';
import { LoyaltyCallError, type LoyaltyClient } from '#services/gateway/loyalty/loyalty-client.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { createGroupCommit } from '#services/platform/database/group-commit.ts';
import { applyRow } from './apply-row.ts';
import type { RowDependencies } from './row-calls.ts';
import { type FinishedRow, saveOutcomes } from './save-outcomes.ts';

const BATCH = 200;
const BATCH_ORDER = sql`${gatewayJobRows.attempts}, ${gatewayJobRows.position}`;
/**
 * Rows at the same time of jobs that were too fast for their loyalty service, which may say no more than that.
 * Only in this process: another one finds them again.
 */
const slowJobs = new WeakMap<Database, Map<number, number>>();
/** No further row is started after this time, so that a job stops soon when it is asked to. */
const BATCH_MS = 2_000;

interface Batch {
  finished: FinishedRow[];
  /** Rows that the service could not respond to; they are repeated. */
  repeated: { position: number; isBusy: boolean }[];
  /** The error that asks for the longest wait; undefined if all rows got a response. */
  error: unknown;
}

interface Undo {
  position: number;
  undo: string | null;
  before: string | null;
}

/** Matches the rows of a job's next batch. While one is in progress, they are those of that batch. */
export function isInBatch(id: number): SQL | undefined {
  const { jobId, state } = gatewayJobRows;
  const pending = and(eq(jobId, id), eq(state, 'pending'));
  return and(eq(jobId, id), firstRows(pending, BATCH, { order: BATCH_ORDER }));
}

/** Works on the next rows of a change, a deletion or an import. */
export async function runRows(
  dependencies: JobsWorkerDependencies,
  client: LoyaltyClient,
  claim: JobClaim,
): Promise<void> {
  const { db, clock } = dependencies;
  const rows = await db
    .select()
    .from(gatewayJobRows)
    .where(isInBatch(claim.id))
    .orderBy(BATCH_ORDER);
  const saveUndo = createGroupCommit({
    write: (undos: readonly Undo[]) => saveUndos(db, claim.id, undos),
    maxItems: client.concurrency,
  });
  let layout: Promise<ImportLayout> | undefined;
  const rowDependencies: RowDependencies = {
    client,
    clock,
    importLayout: () => {
      layout ??= loadProgramValues(dependencies, claim.teamId).then((program) =>
        readLayout(claim, program),
      );
      return layout;
    },
    saveUndo: ({ position }, planned) =>
      saveUndo({
        position,
        undo: planned && JSON.stringify(planned.undo),
        before: planned?.before ? JSON.stringify(planned.before) : null,
      }),
  };
  const batch = await applyRows(rowDependencies, claim, rows, concurrencyOf(db, client, claim.id));
  const isSlower = adjustConcurrency(db, client, claim.id, batch);
  const failing = await listFailing(client, batch);
  const givenUp = await saveOutcomes(dependencies, claim, batch.finished, failing);
  if (!isFull(rows, BATCH) && batch.finished.length + givenUp === rows.length) {
    return endJob(dependencies, claim, { state: 'done', lastError: null });
  }
  if (batch.error !== undefined && batch.finished.length === 0 && !isSlower) throw batch.error;
  const waitSeconds = batch.error === undefined ? 0 : secondsToWait(batch.error);
  await jobClaims.finish(db, claim, {
    attempts: 0,
    lastError: null,
    nextAttemptAt: addSeconds(clock.now(), waitSeconds),
  });
}

function concurrencyOf(db: Database, client: LoyaltyClient, jobId: number): number {
  return slowJobs.get(db)?.get(jobId) ?? client.concurrency;
}

/**
 * Halves the rows at the same time if some were too fast, and adds one if none was.
 * @returns whether there are fewer now
 */
function adjustConcurrency(
  db: Database,
  client: LoyaltyClient,
  jobId: number,
  { repeated, error }: Batch,
): boolean {
  const concurrency = concurrencyOf(db, client, jobId);
  const isTooFast = repeated.some(({ isBusy }) => isBusy);
  const next = isTooFast
    ? Math.max(1, Math.floor(concurrency / 2))
    : Math.min(client.concurrency, concurrency + (error === undefined ? 1 : 0));
  const ofDatabase = slowJobs.get(db) ?? new Map<number, number>();
  slowJobs.set(db, ofDatabase);
  if (next < client.concurrency) ofDatabase.set(jobId, next);
  else ofDatabase.delete(jobId);
  return next < concurrency;
}

async function saveUndos(db: Queries, jobId: number, undos: readonly Undo[]): Promise<undefined[]> {
  await db.execute(sql`
    update ${gatewayJobRows} rows set undo = r.undo, before = coalesce(r.before, rows.before)
    from json_to_recordset(${JSON.stringify(undos)}::json) as r(position int, undo text, before text)
    -- Nothing is kept of a member that was erased since the row was read.
    where rows.job_id = ${jobId} and rows.position = r.position and rows.state = 'pending'`);
  return undos.map(() => undefined);
}

/** The wait that a busy service asks for; a second for one that failed. */
export function secondsToWait(error: unknown): number {
  return (error instanceof LoyaltyCallError ? error.retryAfterSeconds : undefined) ?? 1;
}

const waitOf = (error: unknown) => (error === undefined ? 0 : Math.max(1, secondsToWait(error)));

async function applyRows(
  dependencies: RowDependencies,
  claim: JobClaim,
  rows: GatewayJobRow[],
  concurrency: number,
): Promise<Batch> {
  const batch: Batch = { finished: [], repeated: [], error: undefined };
  const endAt = performance.now() + BATCH_MS;
  const remaining = rows.values();
  const work = async () => {
    for (const row of remaining) {
      try {
        const startedAt = dependencies.clock.now();
        const outcome = await applyRow(dependencies, claim, row);
        batch.finished.push({ row, outcome, readAt: outcome.writtenAt ?? startedAt });
      } catch (error) {
        if (waitOf(error) > waitOf(batch.error)) batch.error = error;
        const isBusy = error instanceof LoyaltyCallError && error.status === 429;
        batch.repeated.push({ position: row.position, isBusy });
      }
      if (batch.error !== undefined || performance.now() > endAt) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return batch;
}

/**
 * The rows whose attempt counts against them: the service failed them although it isn't down. If no row of
 * the batch succeeded, another request shows whether it is.
 */
async function listFailing(client: LoyaltyClient, { finished, repeated }: Batch) {
  const failing = repeated.filter(({ isBusy }) => !isBusy);
  if (failing.length === 0 || finished.length > 0) return failing;
  try {
    await client.call(listMembers, { query: { count: '1' } });
    return failing;
  } catch {
    return [];
  }
}
