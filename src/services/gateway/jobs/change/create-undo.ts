import { eq, max, sql } from 'drizzle-orm';
import { insertTeamJob, type JobOwner } from '#services/gateway/jobs/insert-job.ts';
import { notifyJobs } from '#services/gateway/jobs/jobs-channel.ts';
import { recordJob, touched, whyNotUndoable } from '#services/gateway/jobs/jobs-store.ts';
import { type GatewayJob, gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { changesBetween } from '#services/platform/audit/record-audit.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';

/** Rows that are copied in a statement, which has a time limit. */
const COPIED_BATCH = 10_000;

/**
 * Creates a job that gives the members of a job back what it changed. Of an import, those are the points.
 * @throws {JsonApiError} 409 if there is nothing to undo, or not yet
 */
export async function createUndo(
  db: Database,
  clock: Clock,
  owner: JobOwner,
  { id }: Pick<GatewayJob, 'id'>,
): Promise<GatewayJob> {
  return db.transaction(async (tx) => {
    // Serializes concurrent undos and retries.
    const job = one(
      await lockForUpdate(tx.select().from(gatewayJobs).where(eq(gatewayJobs.id, id))),
    );
    const obstacle = whyNotUndoable(job);
    if (obstacle !== undefined) throw errorResponse(409, { detail: obstacle });
    const created = await insertTeamJob(tx, clock, owner, {
      kind: 'change',
      state: 'queued',
      change: job.change,
      summary: JSON.stringify({ undo_of: String(id) }),
    });
    const total = await copyRows(tx, job, created);
    if (total === 0) {
      const what = job.kind === 'import' ? 'adjusted no points' : 'has nothing to undo';
      throw errorResponse(409, { detail: `This job ${what}.` });
    }
    await tx
      .update(gatewayJobs)
      .set({ undoneBy: created.id, ...touched(clock) })
      .where(eq(gatewayJobs.id, id));
    await recordJob(tx, 'job.create', created, changesBetween({}, { total, undo_of: String(id) }));
    await notifyJobs(tx, owner.teamId);
    return one(
      await tx.update(gatewayJobs).set({ total }).where(eq(gatewayJobs.id, created.id)).returning(),
    );
  });
}

/** @returns how many rows can be undone */
async function copyRows(tx: Queries, from: GatewayJob, to: GatewayJob): Promise<number> {
  const { jobId, position } = gatewayJobRows;
  // The rows of a file that are invalid or unchanged are not in the total.
  const [last] = await tx
    .select({ position: max(position) })
    .from(gatewayJobRows)
    .where(eq(jobId, from.id));
  let copied = 0;
  for (let after = 0; after < (last?.position ?? 0); after += COPIED_BATCH) {
    const { rows } = await tx.execute<{ total: number }>(sql`
      with copied as (
        insert into ${gatewayJobRows} (job_id, position, service_id, member_id, change, state)
        select ${to.id}::bigint, position, service_id, member_id, undo, 'pending'
        from ${gatewayJobRows}
        where job_id = ${from.id} and state = 'done' and undo <> '{}'
          and position > ${after} and position <= ${after + COPIED_BATCH}
        returning 1)
      select count(*)::int as total from copied`);
    copied += one(rows).total;
  }
  return copied;
}
