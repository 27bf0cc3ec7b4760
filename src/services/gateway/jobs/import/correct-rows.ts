import { and, eq, inArray, sql } from 'drizzle-orm';
import type { CorrectedRow } from '#contract/gateway/job.ts';
import { notifyJobs } from '#services/gateway/jobs/jobs-channel.ts';
import { recordJob, touched } from '#services/gateway/jobs/jobs-store.ts';
import { type GatewayJob, gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { changesBetween } from '#services/platform/audit/record-audit.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import type { ImportSummary } from './check-import.ts';
import { fileRow } from './import-rows.ts';
import { convertDates, toMemberId } from './store-file.ts';

/**
 * Replaces cells of a checked file, and has all of it checked again, because a member ID must be unique in it.
 * @throws {JsonApiError} 409 unless it is a checked import, 422 for an unknown row or column
 */
export async function correctRows(
  db: Database,
  clock: Clock,
  { id }: Pick<GatewayJob, 'id'>,
  corrected: readonly CorrectedRow[],
): Promise<GatewayJob> {
  return db.transaction(async (tx) => {
    const job = one(
      await lockForUpdate(tx.select().from(gatewayJobs).where(eq(gatewayJobs.id, id))),
    );
    if (job.state !== 'checked') {
      throw errorResponse(409, { detail: 'Only the rows of a checked file can be corrected.' });
    }
    const summary = JSON.parse(job.summary) as ImportSummary;
    await updateRows(tx, job, corrected, summary);
    const { points: _points, warnings: _warnings, ...rest } = summary;
    const [checking] = await tx
      .update(gatewayJobs)
      .set({
        state: 'checking',
        position: 0,
        done: 0,
        attempts: 0,
        lastError: null,
        nextAttemptAt: clock.now(),
        summary: JSON.stringify({ ...rest, create: 0, update: 0, same: 0, invalid: 0 }),
        ...touched(clock),
      })
      .where(eq(gatewayJobs.id, id))
      .returning();
    await recordJob(tx, 'job.correct', job, changesBetween({}, { rows: corrected.length }));
    await notifyJobs(tx, job.teamId);
    return checking ?? job;
  });
}

async function updateRows(
  tx: Queries,
  { id, columns }: GatewayJob,
  corrected: readonly CorrectedRow[],
  { dates }: ImportSummary,
): Promise<void> {
  const names = columns ?? [];
  const { jobId, position } = gatewayJobRows;
  const positions = corrected.map(({ row }) => row - fileRow(0));
  const found = await tx
    .select()
    .from(gatewayJobRows)
    .where(and(eq(jobId, id), inArray(position, positions)));
  const rows = new Map(found.map((row) => [fileRow(row.position), row]));
  const updates: { position: number; cells: string; member_id: string }[] = [];
  for (const [index, { row: number, cells: changes }] of corrected.entries()) {
    const row = rows.get(number);
    const cells = row?.cells == null ? undefined : (JSON.parse(row.cells) as string[]);
    if (!row || !cells) {
      throw errorResponse(422, {
        detail: row
          ? `Row ${number} has too many cells to correct it here.`
          : `There is no row ${number}.`,
        source: { pointer: `/data/${index}/row` },
      });
    }
    const unknown = Object.keys(changes).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw errorResponse(422, {
        detail: `The file has no column ${unknown}.`,
        source: { pointer: `/data/${index}/cells` },
      });
    }
    // Without the cells that are in no column.
    const next = names.map((name, at) => changes[name] ?? cells[at] ?? '');
    if (dates === 'day_first') convertDates(next, names);
    updates.push({
      position: row.position,
      cells: JSON.stringify(next),
      member_id: toMemberId(next[names.indexOf('member_id')] ?? ''),
    });
  }
  await tx.execute(sql`
    update ${gatewayJobRows} rows set cells = r.cells, member_id = r.member_id
    from json_to_recordset(${JSON.stringify(updates)}::json) as r(position int, cells text, member_id text)
    where rows.job_id = ${id} and rows.position = r.position`);
}
