import { and, desc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Job } from '#contract/gateway/job.ts';
import type { listJobs as listJobsEndpoint } from '#contract/gateway/jobs.ts';
import type { AuditChange } from '#services/platform/audit/audit-events-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { parseNumberCursor } from '#services/platform/json-api/page.ts';
import { notifyJobs } from './jobs-channel.ts';
import { type GatewayJob, type GatewayJobRow, gatewayJobRows, gatewayJobs } from './jobs-table.ts';

export async function findJob(
  db: Queries,
  teamId: number,
  id: number,
): Promise<GatewayJob | undefined> {
  const [job] = await db
    .select()
    .from(gatewayJobs)
    .where(and(eq(gatewayJobs.teamId, teamId), eq(gatewayJobs.id, id)));
  return job;
}

/** A page of a team's jobs, newest first, with one row more than `count`; and the total. */
export async function listJobs(
  db: Queries,
  teamId: number,
  query: z.output<typeof listJobsEndpoint.query>,
): Promise<{ rows: GatewayJob[]; total: number }> {
  const start = parseNumberCursor(query.start_cursor);
  const matching = and(
    eq(gatewayJobs.teamId, teamId),
    query.state === undefined ? undefined : eq(gatewayJobs.state, query.state),
  );
  const listRows = db
    .select()
    .from(gatewayJobs)
    .where(and(matching, start === undefined ? undefined : lt(gatewayJobs.id, start)))
    .orderBy(desc(gatewayJobs.id))
    .limit(query.count + 1);
  const [rows, total] = await Promise.all([listRows, db.$count(gatewayJobs, matching)]);
  return { rows, total };
}

/** A team's jobs that changed since a time. */
export function listChangedJobs(db: Queries, teamId: number, since: Date): Promise<GatewayJob[]> {
  return db
    .select()
    .from(gatewayJobs)
    .where(and(eq(gatewayJobs.teamId, teamId), gte(gatewayJobs.changedAt, since)))
    .orderBy(gatewayJobs.changedAt, gatewayJobs.id);
}

/** The rows that are read at the same time may have this many bytes together. A row has up to 1 MB. */
const ROWS_MAX_BYTES = 4 * 1024 * 1024;

/** The bytes of a row, which the database knows without reading it. */
const rowSize = sql.join(
  [
    gatewayJobRows.cells,
    gatewayJobRows.before,
    gatewayJobRows.after,
    gatewayJobRows.change,
    gatewayJobRows.undo,
    gatewayJobRows.reasons,
  ].map((column) => sql`coalesce(octet_length(${column}), 0)`),
  sql` + `,
);

/**
 * The condition for the first of the rows that match: at most `limit`, and no more after
 * `ROWS_MAX_BYTES`.
 * @param extra more bytes of each row
 */
export function firstRows(
  matching: SQL | undefined,
  limit: number,
  { order = sql`${gatewayJobRows.position}`, extra = sql`0` }: { order?: SQL; extra?: SQL } = {},
): SQL {
  const { position } = gatewayJobRows;
  // An array is read once; a subquery can be read for each row, where statistics say that there are few.
  return sql`${position} = any(array(
    select summed.position from (
      select sized.position, sum(sized.bytes) over (order by sized.number) - sized.bytes as earlier
      from (
        select ${position}, row_number() over (order by ${order}) as number, ${rowSize} + ${extra} as bytes
        from ${gatewayJobRows} where ${matching} order by ${order} limit ${limit}
      ) sized
    ) summed where summed.earlier < ${ROWS_MAX_BYTES}))`;
}

/** The bytes of a row that was read, as `firstRows` counts them. */
function bytesOf(row: GatewayJobRow): number {
  const texts = [row.cells, row.before, row.after, row.change, row.undo, row.reasons];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}

/** Whether `firstRows` may have left out rows that match. */
export function isFull(rows: readonly GatewayJobRow[], limit: number): boolean {
  return rows.length >= limit || rows.reduce((sum, row) => sum + bytesOf(row), 0) >= ROWS_MAX_BYTES;
}

/**
 * A page of a job's rows in their order, up to `limit` or a total size.
 * @param where which of its rows
 */
export async function listJobRows(
  db: Queries,
  id: number,
  {
    outcome,
    states,
    isFailedOnly = false,
    after = 0,
    limit,
  }: {
    outcome?: string | undefined;
    states?: GatewayJobRow['state'][] | undefined;
    /** Failed and invalid rows. */
    isFailedOnly?: boolean;
    after?: number;
    limit: number;
  },
) {
  const { jobId, position } = gatewayJobRows;
  const matching = and(
    eq(jobId, id),
    outcome === undefined ? undefined : sql`${gatewayJobRows.outcome} = ${outcome}`,
    // Two different states match no row.
    ...(states ?? []).map((state) => eq(gatewayJobRows.state, state)),
    isFailedOnly
      ? sql`(${gatewayJobRows.state} = 'failed' or ${gatewayJobRows.outcome} = 'invalid')`
      : undefined,
  );
  const rows = await db
    .select()
    .from(gatewayJobRows)
    .where(and(eq(jobId, id), firstRows(and(matching, gt(position, after)), limit)))
    .orderBy(position);
  return { rows, matching };
}

/**
 * Changes a job in one of the states, and notifies the console.
 * @param change.leaseEndsAt only while a worker's lease lasts
 * @returns undefined if it is in another state, or another worker has claimed it
 */
export async function updateJob(
  db: Queries,
  clock: Clock,
  job: Pick<GatewayJob, 'id' | 'teamId'>,
  {
    from,
    set,
    leaseEndsAt,
  }: {
    from: GatewayJob['state'][];
    set: Partial<typeof gatewayJobs.$inferInsert>;
    leaseEndsAt?: Date;
  },
): Promise<GatewayJob | undefined> {
  const [updated] = await db
    .update(gatewayJobs)
    .set({ ...set, ...touched(clock) })
    .where(
      and(
        eq(gatewayJobs.id, job.id),
        inArray(gatewayJobs.state, from),
        leaseEndsAt && eq(gatewayJobs.nextAttemptAt, leaseEndsAt),
      ),
    )
    .returning();
  if (updated) await notifyJobs(db, job.teamId);
  return updated;
}

/**
 * Records what a user does with a job, and the change that was asked for; the rows that it changes have their
 * own events.
 */
export function recordJob(
  tx: Queries,
  action: `job.${string}`,
  { id, kind, teamId, change }: Pick<GatewayJob, 'id' | 'kind' | 'teamId' | 'change'>,
  changes: AuditChange[] = [],
): Promise<void> {
  const asked = change === null ? [] : changesBetween({}, { change: JSON.parse(change) });
  const subject = { type: 'job', id, name: kind };
  return recordAudit(tx, { action, subject, changes: [...changes, ...asked], teamId });
}

/** Columns of every change. */
export const touched = (clock: Clock) => ({
  revision: sql`${gatewayJobs.revision} + 1` as unknown as number,
  changedAt: clock.now(),
});

/** Why a job can't be undone; undefined if it can. */
export function whyNotUndoable(job: GatewayJob): string | undefined {
  const { kind, state, nextAttemptAt, summary, undoneBy, undoableRows } = job;
  const isUndo = 'undo_of' in (JSON.parse(summary) as object);
  if ((kind !== 'change' && kind !== 'import') || isUndo) {
    return 'Only a change of members can be undone.';
  }
  if (undoneBy !== null) return 'This job was undone already.';
  // The last batch of a job that was stopped may still be in progress.
  const hasEnded = ['done', 'cancelled', 'failed'].includes(state) && nextAttemptAt === null;
  if (!hasEnded) return 'This job has not ended yet.';
  const isEmpty = undoableRows === 0 || job.done === job.failed;
  return isEmpty
    ? `This job ${kind === 'import' ? 'adjusted no points' : 'has nothing to undo'}.`
    : undefined;
}

export function toJobDocument(job: GatewayJob): Job {
  const isEnded = job.state === 'done';
  const isActive = job.state === 'checking' || job.state === 'running';
  return {
    id: String(job.id),
    kind: job.kind,
    state: job.state,
    created_by: { id: job.userId, name: job.userName },
    file_name: job.fileName,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    ended_at: job.endedAt?.toISOString() ?? null,
    total: job.total,
    done: job.done,
    failed: job.failed,
    changed: job.changed,
    skipped: job.skipped,
    reasons: job.reasons,
    undoable: whyNotUndoable(job) === undefined,
    progress: isEnded ? 1 : job.total === 0 ? 0 : Math.min(1, job.done / job.total),
    summary: {
      ...(JSON.parse(job.summary) as Job['summary']),
      ...(job.change === null ? {} : { change: JSON.parse(job.change) }),
    },
    revision: job.revision,
    undone_by: job.undoneBy === null ? null : String(job.undoneBy),
    error: job.error ?? (isActive ? job.lastError : null),
  };
}
