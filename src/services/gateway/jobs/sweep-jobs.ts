import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { deleteBatch } from '#services/platform/database/delete-batch.ts';
import { gatewayJobChunks, gatewayJobRows, gatewayJobs } from './jobs-table.ts';

/** Results contain personal data. */
const RETENTION_DAYS = 30;
/** After this time an upload was interrupted. */
const UPLOAD_SECONDS = 3_600;
/** A part of an export has up to 2,000 members. */
const BATCHES = [
  { table: gatewayJobRows, limit: 1_000 },
  { table: gatewayJobChunks, limit: 5 },
];

/**
 * Deletes a batch of an old job or of an interrupted upload.
 * @returns whether there may be more
 */
export async function sweepJobs(db: Database, clock: Clock): Promise<boolean> {
  const now = clock.now();
  const [job] = await db
    .select({ id: gatewayJobs.id })
    .from(gatewayJobs)
    .where(
      or(
        lt(gatewayJobs.createdAt, addSeconds(now, -RETENTION_DAYS * DAY_SECONDS)),
        and(
          eq(gatewayJobs.state, 'checking'),
          isNull(gatewayJobs.nextAttemptAt),
          lt(gatewayJobs.createdAt, addSeconds(now, -UPLOAD_SECONDS)),
        ),
      ),
    )
    .limit(1);
  if (!job) return false;
  await deleteJobBatch(db, job.id);
  return true;
}

/**
 * Deletes a batch of a job's rows, or the job once it has none: the cascade over a million rows would
 * exceed the database's time limit.
 * @returns whether there is more
 */
export async function deleteJobBatch(db: Database, id: number): Promise<boolean> {
  for (const { table, limit } of BATCHES) {
    const { jobId, position } = table;
    const where = eq(jobId, id);
    const batch = { table, key: position, where, orderBy: position, limit };
    if ((await deleteBatch(db, batch)).length > 0) return true;
  }
  await db.delete(gatewayJobs).where(eq(gatewayJobs.id, id));
  return false;
}
