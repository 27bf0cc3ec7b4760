import { eq, sql } from 'drizzle-orm';
import { removeMembers } from '#services/gateway/directory/remove-members.ts';
import { writeMembers } from '#services/gateway/directory/write-members.ts';
import type { RowReasons } from '#services/gateway/jobs/import/import-rows.ts';
import { addWritten } from '#services/gateway/jobs/import/import-summary.ts';
import type { JobClaim, JobsWorkerDependencies } from '#services/gateway/jobs/job-claims.ts';
import { notifyJobs } from '#services/gateway/jobs/jobs-channel.ts';
import { touched } from '#services/gateway/jobs/jobs-store.ts';
import {
  type GatewayJobRow,
  gatewayJobRows,
  gatewayJobs,
} from '#services/gateway/jobs/jobs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { storable } from '#services/platform/database/storable.ts';
import type { RowOutcome } from './row-calls.ts';

/** A row that fails while the service responds to other requests is given up after this many attempts. */
const ROW_ATTEMPTS_MAX = 5;
const REASON_MAX_LENGTH = 200;

export interface FinishedRow {
  row: Pick<GatewayJobRow, 'position' | 'serviceId' | 'memberId' | 'outcome'>;
  outcome: RowOutcome;
  /** When the member was like this, as in `ReadMembers`. */
  readAt: Date;
}

/**
 * Saves the outcomes, also if the job was stopped or claimed by another process: they have
 * happened. Counters change together with the rows, so each row counts once.
 * @param failing rows whose attempt counts against them
 * @returns how many rows failed too often
 */
export async function saveOutcomes(
  { db, clock, log }: JobsWorkerDependencies,
  claim: JobClaim,
  finished: readonly FinishedRow[],
  failing: readonly { position: number }[],
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
    const counted = await saveRows(tx, claim.id, finished);
    if (claim.kind === 'import') await addWritten(tx, claim.id, written(finished, counted));
    const givenUp = await countAttempts(tx, claim.id, failing);
    // What changed and was skipped is counted by a trigger.
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
function written(
  finished: readonly FinishedRow[],
  counted: readonly { position: number; state: string }[],
) {
  const done = new Set(counted.filter(({ state }) => state === 'done').map((row) => row.position));
  return finished
    .filter(({ row }) => done.has(row.position))
    .map(({ row, outcome }) => ({ outcome: row.outcome, points: outcome.points }));
}

/** @returns the rows that had no outcome before */
async function saveRows(
  tx: Queries,
  jobId: number,
  finished: readonly FinishedRow[],
): Promise<{ position: number; state: string }[]> {
  const list = finished.map(({ row, outcome }) => ({
    position: row.position,
    state: outcome.state,
    reasons: outcome.reasons ? JSON.stringify(outcome.reasons) : null,
    reason: commonReason(outcome.reasons),
    before: outcome.before ? JSON.stringify(outcome.before) : null,
    after: outcome.after ? JSON.stringify(outcome.after) : null,
    name: outcome.name ?? null,
    service_id: findAdded({ row, outcome })?.id ?? null,
  }));
  const saved = await tx.execute<{ position: number; state: string }>(sql`
    update ${gatewayJobRows} rows set state = r.state, reasons = r.reasons, reason = r.reason,
      before = coalesce(r.before, rows.before), after = r.after, name = r.name,
      service_id = coalesce(rows.service_id, r.service_id)
    from json_to_recordset(${JSON.stringify(list)}::json) as r(
      position int, state text, reasons text, reason text, before text, after text, name text, service_id text)
    where rows.job_id = ${jobId} and rows.position = r.position and rows.state = 'pending'
    returning rows.position, rows.state`);
  return saved.rows;
}

/** The member that an imported row has added. */
const findAdded = ({ row, outcome }: Pick<FinishedRow, 'row' | 'outcome'>) =>
  row.outcome === 'create' && (outcome.writtenAt || outcome.state === 'done')
    ? outcome.member
    : undefined;

/** @returns how many rows failed too often */
async function countAttempts(
  tx: Queries,
  jobId: number,
  repeated: readonly { position: number }[],
): Promise<number> {
  if (repeated.length === 0) return 0;
  const positions = repeated.map(({ position }) => position);
  const reason = 'The loyalty service kept failing';
  const reasons = JSON.stringify([{ column: null, reason }]);
  const isLast = sql`attempts + 1 >= ${ROW_ATTEMPTS_MAX}`;
  const counted = await tx.execute<{ state: string }>(sql`
    update ${gatewayJobRows} set attempts = attempts + 1,
      state = case when ${isLast} then 'failed' else state end,
      reasons = case when ${isLast} then ${reasons} else reasons end,
      reason = case when ${isLast} then ${reason} else reason end
    where job_id = ${jobId} and state = 'pending'
      and position in (select value::int from json_array_elements_text(${JSON.stringify(positions)}::json))
    returning state`);
  return counted.rows.filter(({ state }) => state === 'failed').length;
}

/** A reason without the values of its row, so that rows can be counted by it: "Changed since then". */
export function commonReason(reasons: RowReasons | undefined): string | null {
  const [first] = reasons ?? [];
  if (!first) return null;
  const text = first.reason
    .replace(/ from “[^”]*” to “[^”]*”/g, '')
    .replace(/“[^”]*”|"[^"]*"|\S+@\S+|\d{4,}/g, '…');
  return storable(text).slice(0, REASON_MAX_LENGTH);
}
