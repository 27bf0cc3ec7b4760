import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Corrections } from '#contract/gateway/import/import-job.ts';
import { notifyJobs } from '#services/gateway/jobs/jobs-channel.ts';
import { recordJob, touched } from '#services/gateway/jobs/jobs-store.ts';
import { type GatewayJob, gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { changesBetween } from '#services/platform/audit/record-audit.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import { fileRow } from './import-rows.ts';
import type { ImportSummary } from './import-summary.ts';
import { toMemberId } from './store-file.ts';

/**
 * Replaces cells of a checked file, or says how its dates are read, and has all of it checked again, because a member ID must be unique in it.
 * @throws {JsonApiError} 409 unless it is a checked import, 422 for an unknown row or column
 */
export async function correctRows(
  db: Database,
  clock: Clock,
  { id }: Pick<GatewayJob, 'id'>,
  { data: corrected = [], dates }: Corrections,
): Promise<GatewayJob> {
  return db.transaction(async (tx) => {
    const job = one(
      await lockForUpdate(tx.select().from(gatewayJobs).where(eq(gatewayJobs.id, id))),
    );
    if (job.state !== 'checked') {
      throw errorResponse(409, { detail: 'Only the rows of a checked file can be corrected.' });
    }
    const summary = JSON.parse(job.summary) as ImportSummary;
    if (corrected.length > 0) await updateRows(tx, job, corrected);
    const { points: _points, warnings: _warnings, consent: _consent, ...rest } = summary;
    const [checking] = await tx
      .update(gatewayJobs)
      .set({
        state: 'checking',
        position: 0,
        done: 0,
        attempts: 0,
        lastError: null,
        nextAttemptAt: clock.now(),
        summary: JSON.stringify({
          ...withDates(rest, dates),
          ...{ create: 0, update: 0, same: 0, invalid: 0 },
        }),
        ...touched(clock),
      })
      .where(eq(gatewayJobs.id, id))
      .returning();
    const changes = { ...(corrected.length > 0 ? { rows: corrected.length } : {}), dates };
    await recordJob(tx, 'job.correct', job, changesBetween({}, changes));
    await notifyJobs(tx, job.teamId);
    return checking ?? job;
  });
}

/**
 * The order is for the columns whose order is unknown: others have shown theirs. Without one, the check looks again
 * for dates with two meanings, which may be corrected.
 */
function withDates(
  { dates, date_columns: columns = [], ...summary }: Partial<ImportSummary>,
  order: Corrections['dates'],
): Partial<ImportSummary> {
  const kept =
    order === undefined
      ? columns.filter((column) => column.order !== 'unknown' || column.examples.length > 1)
      : columns.map((column) => (column.order === 'unknown' ? { ...column, order } : column));
  const overall = order ?? (dates === 'unknown' ? undefined : dates);
  return {
    ...summary,
    ...(overall === undefined ? {} : { dates: overall }),
    ...(kept.length === 0 ? {} : { date_columns: kept }),
  };
}

async function updateRows(
  tx: Queries,
  { id, columns }: GatewayJob,
  corrected: NonNullable<Corrections['data']>,
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
