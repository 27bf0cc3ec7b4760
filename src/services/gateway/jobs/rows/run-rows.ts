import { and, eq, sql } from 'drizzle-orm';
import { listMembers } from '#contract/loyalty/members/members.ts';
import { removeMembers } from '#services/gateway/directory/remove-members.ts';
import { writeMembers } from '#services/gateway/directory/write-members.ts';
import { type ImportLayout, readLayout } from '#services/gateway/jobs/import/import-layout.ts';
import { addWritten } from '#services/gateway/jobs/import/import-summary.ts';
import { loadProgramValues } from '#services/gateway/jobs/import/program-values.ts';
import {
  endJob,
  type JobClaim,
  type JobsWorkerDependencies,
  jobClaims,
} from '#services/gateway/jobs/job-claims.ts';
import { notifyJobs } from '#services/gateway/jobs/jobs-channel.ts';
import { firstRows, isFull, touched } from '#services/gateway/jobs/jobs-store.ts';
import {
  type GatewayJobRow,
  gatewayJobRows,
  gatewayJobs,
} from '#services/gateway/jobs/jobs-table.ts';
import { LoyaltyCallError, type LoyaltyClient } from '#services/gateway/loyalty/loyalty-client.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { createGroupCommit } from '#services/platform/database/group-commit.ts';
import { applyRow } from './apply-row.ts';
import type { RowDependencies, RowOutcome } from './row-calls.ts';

const BATCH = 200;
/** Calls of one team's loyalty service at the same time. */
const CONCURRENCY = 8;
/** No further row is started after this time, so that a job stops soon when it is asked to. */
const BATCH_MS = 2_000;
/** A row that fails while the service responds to other requests is given up after this many attempts. */
const ROW_ATTEMPTS_MAX = 5;

interface Finished {
  row: Pick<GatewayJobRow, 'position' | 'serviceId' | 'memberId' | 'outcome'>;
  outcome: RowOutcome;
  /** When the member was like this, as in `ReadMembers`. */
  readAt: Date;
}

interface Batch {
  finished: Finished[];
  /** Rows that the service could not respond to; they are repeated. */
  repeated: { position: number; isBusy: boolean }[];
  /** The error that asks for the longest wait; undefined if all rows got a response. */
  error: unknown;
}

interface Undo {
  position: number;
  undo: string | null;
}

/** Works on the next rows of a change, a deletion or an import. */
export async function runRows(
  dependencies: JobsWorkerDependencies,
  client: LoyaltyClient,
  claim: JobClaim,
): Promise<void> {
  const { db, clock } = dependencies;
  const { jobId, state, attempts, position } = gatewayJobRows;
  const order = sql`${attempts}, ${position}`;
  const pending = and(eq(jobId, claim.id), eq(state, 'pending'));
  const rows = await db
    .select()
    .from(gatewayJobRows)
    .where(and(eq(jobId, claim.id), firstRows(pending, BATCH, { order })))
    .orderBy(order);
  const saveUndo = createGroupCommit({
    write: (undos: readonly Undo[]) => saveUndos(db, claim.id, undos),
    maxItems: CONCURRENCY,
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
    saveUndo: ({ position }, undo) => saveUndo({ position, undo: undo && JSON.stringify(undo) }),
  };
  const batch = await applyRows(rowDependencies, claim, rows);
  const failing = await listFailing(client, batch);
  const givenUp = await saveBatch(dependencies, claim, batch, failing);
  if (!isFull(rows, BATCH) && batch.finished.length + givenUp === rows.length) {
    return endJob(dependencies, claim, { state: 'done', lastError: null });
  }
  if (batch.error !== undefined && batch.finished.length === 0) throw batch.error;
  const waitSeconds = batch.error === undefined ? 0 : secondsToWait(batch.error);
  await jobClaims.finish(db, claim, {
    attempts: 0,
    lastError: null,
    nextAttemptAt: addSeconds(clock.now(), waitSeconds),
  });
}

async function saveUndos(db: Queries, jobId: number, undos: readonly Undo[]): Promise<undefined[]> {
  await db.execute(sql`
    update ${gatewayJobRows} rows set undo = r.undo
    from json_to_recordset(${JSON.stringify(undos)}::json) as r(position int, undo text)
    where rows.job_id = ${jobId} and rows.position = r.position`);
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
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
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

/**
 * Saves the outcomes, also if the job was stopped or claimed by another process: they have
 * happened. Counters change together with the rows, so each row counts once.
 * @returns how many rows failed too often
 */
async function saveBatch(
  { db, clock, log }: JobsWorkerDependencies,
  claim: JobClaim,
  { finished }: Batch,
  failing: Batch['repeated'],
): Promise<number> {
  const read = finished.flatMap(({ outcome: { member }, readAt }) =>
    member ? [{ members: [member], readAt }] : [],
  );
  const removals = finished
    .filter(({ outcome }) => outcome.isRemoved)
    .map(({ row: { serviceId, memberId }, readAt }) => ({
      ...(serviceId === null ? { memberId } : { serviceId }),
      removedAt: readAt,
    }));
  return db.transaction(async (tx) => {
    await writeMembers(tx, claim.teamId, read, log);
    await removeMembers(tx, claim.teamId, removals);
    const counted = await saveOutcomes(tx, claim.id, finished);
    if (claim.kind === 'import') await addWritten(tx, claim.id, written(finished, counted));
    const givenUp = await countAttempts(tx, claim.id, failing);
    await tx
      .update(gatewayJobs)
      .set({
        done: sql`${gatewayJobs.done} + ${counted.length + givenUp}`,
        failed: sql`${gatewayJobs.failed} + ${counted.filter(({ state }) => state === 'failed').length + givenUp}`,
        ...touched(clock),
      })
      .where(eq(gatewayJobs.id, claim.id));
    await notifyJobs(tx, claim.teamId);
    return givenUp;
  });
}

/** The rows of an import whose outcome is new, with what they wrote. */
function written(finished: Finished[], counted: { position: number; state: string }[]) {
  const done = new Set(counted.filter(({ state }) => state === 'done').map((row) => row.position));
  return finished
    .filter(({ row }) => done.has(row.position))
    .map(({ row, outcome }) => ({ outcome: row.outcome, points: outcome.points }));
}

/** @returns the rows that had no outcome before */
async function saveOutcomes(tx: Queries, jobId: number, finished: Finished[]) {
  const list = finished.map(({ row: { position }, outcome: { state, reasons } }) => ({
    position,
    state,
    reasons: reasons ? JSON.stringify(reasons) : null,
  }));
  const saved = await tx.execute<{ position: number; state: string }>(sql`
    update ${gatewayJobRows} rows set state = r.state, reasons = r.reasons
    from json_to_recordset(${JSON.stringify(list)}::json) as r(position int, state text, reasons text)
    where rows.job_id = ${jobId} and rows.position = r.position and rows.state = 'pending'
    returning rows.position, rows.state`);
  return saved.rows;
}

/** @returns how many rows failed too often */
async function countAttempts(
  tx: Queries,
  jobId: number,
  repeated: { position: number }[],
): Promise<number> {
  if (repeated.length === 0) return 0;
  const positions = repeated.map(({ position }) => position);
  const reasons = [{ column: null, reason: 'The loyalty service kept failing' }];
  const counted = await tx.execute<{ state: string }>(sql`
    update ${gatewayJobRows} set attempts = attempts + 1,
      state = case when attempts + 1 >= ${ROW_ATTEMPTS_MAX} then 'failed' else state end,
      reasons = case when attempts + 1 >= ${ROW_ATTEMPTS_MAX} then ${JSON.stringify(reasons)} else reasons end
    where job_id = ${jobId} and state = 'pending'
      and position in (select value::int from json_array_elements_text(${JSON.stringify(positions)}::json))
    returning state`);
  return counted.rows.filter(({ state }) => state === 'failed').length;
}
