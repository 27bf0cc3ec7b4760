import { and, eq, sql } from 'drizzle-orm';
import { changesBetween } from '#services/platform/audit/record-audit.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import type { ImportSummary } from './import/import-summary.ts';
import { notifyJobs } from './jobs-channel.ts';
import { findJob, recordJob, touched, updateJob } from './jobs-store.ts';
import { type GatewayJob, gatewayJobRows, gatewayJobs } from './jobs-table.ts';

/** @throws {JsonApiError} 409 unless it is a checked import whose dates can be read */
export async function startJob(db: Database, clock: Clock, job: GatewayJob): Promise<GatewayJob> {
  return db.transaction(async (tx) => {
    // Its rows may be corrected at the same time.
    const [locked = job] = await lockForUpdate(
      tx.select().from(gatewayJobs).where(eq(gatewayJobs.id, job.id)),
    );
    const { create = 0, update = 0, dates } = JSON.parse(locked.summary) as Partial<ImportSummary>;
    if (locked.state === 'checked' && dates === 'unknown') {
      throw errorResponse(409, {
        detail: 'Say first whether the day or the month comes first in the dates of this file.',
      });
    }
    const started = await updateJob(tx, clock, job, {
      from: ['checked'],
      set: {
        state: 'queued',
        // Members that were erased since the check have no row to do.
        total: sql`(select count(*)::int from ${gatewayJobRows}
          where ${gatewayJobRows.jobId} = ${job.id} and ${gatewayJobRows.state} = 'pending')` as unknown as number,
        done: 0,
        failed: 0,
        startedAt: clock.now(),
      },
    });
    if (!started) throw errorResponse(409, { detail: 'Only a checked import can be started.' });
    await recordJob(tx, 'job.start', job, changesBetween({}, { create, update }));
    return started;
  });
}

/** Does nothing to a job that has ended. */
export async function cancelJob(db: Database, clock: Clock, job: GatewayJob): Promise<GatewayJob> {
  const canceled = await db.transaction(async (tx) => {
    const set = { state: 'cancelled', endedAt: clock.now() } as const;
    const updated =
      (await updateJob(tx, clock, job, {
        from: ['checking'],
        set: { ...set, nextAttemptAt: null },
      })) ??
      // A batch in progress keeps its lease, so that a retry starts after it.
      (await updateJob(tx, clock, job, { from: ['checked', 'queued', 'running'], set }));
    if (updated) await recordJob(tx, 'job.cancel', job);
    return updated;
  });
  return canceled ?? (await findJob(db, job.teamId, job.id)) ?? job;
}

/**
 * Queues a job that has ended, with its failed rows and those that it never reached.
 * @throws {JsonApiError} 409 if it has not ended, or has no such rows
 */
export async function retryJob(db: Database, clock: Clock, job: GatewayJob): Promise<GatewayJob> {
  return db.transaction(async (tx) => {
    // Serializes concurrent retries.
    const [locked] = await lockForUpdate(
      tx.select().from(gatewayJobs).where(eq(gatewayJobs.id, job.id)),
    );
    const hasEnded = locked && ['done', 'cancelled', 'failed'].includes(locked.state);
    const wasStarted = locked?.kind !== 'import' || locked.startedAt !== null;
    if (!hasEnded || !wasStarted) {
      throw errorResponse(409, {
        detail: 'Only a job that was started and has ended can be retried.',
      });
    }
    if (locked.undoneBy !== null) {
      throw errorResponse(409, { detail: 'This job was undone.' });
    }
    if (locked.state === 'done' && locked.failed === 0) {
      throw errorResponse(409, { detail: 'No row of this job failed.' });
    }
    await recordJob(tx, 'job.retry', job);
    await tx
      .update(gatewayJobRows)
      .set({ state: 'pending', reasons: null, attempts: 0 })
      .where(and(eq(gatewayJobRows.jobId, job.id), eq(gatewayJobRows.state, 'failed')));
    const [queued] = await tx
      .update(gatewayJobs)
      .set({
        state: 'queued',
        done: sql`${gatewayJobs.done} - ${gatewayJobs.failed}`,
        failed: 0,
        endedAt: null,
        error: null,
        lastError: null,
        attempts: 0,
        ...touched(clock),
      })
      .where(eq(gatewayJobs.id, job.id))
      .returning();
    await notifyJobs(tx, job.teamId);
    return queued ?? locked;
  });
}
