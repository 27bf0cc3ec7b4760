import { Readable } from 'node:stream';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { JOB_RESULT_PATH, jobResultQuery } from '#contract/gateway/jobs.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { addEmptyCells, BYTE_ORDER_MARK, toCsv } from '#services/platform/csv/csv.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse, forbidden, notFound } from '#services/platform/json-api/errors.ts';
import { readParts } from '#services/platform/json-api/lists/list-reads.ts';
import { parseQuery } from '#services/platform/json-api/query.ts';
import type { MemberChange } from './change/plan-change.ts';
import { createPortableCells } from './import/import-layout.ts';
import type { RowReasons } from './import/import-rows.ts';
import { findJob, listJobRows, recordJob } from './jobs-store.ts';
import { type GatewayJob, type GatewayJobRow, gatewayJobChunks } from './jobs-table.ts';
import { mayReadFile } from './rows/may-read-file.ts';
import { findRowNames } from './rows/row-names.ts';
import { columnsOfChange, type RowValues } from './rows/row-values.ts';

const BATCH = 1_000;
const OUTCOME_COLUMNS = ['outcome', 'reason'];

/**
 * The file of an export, or every row of another job with its outcome. Streamed, whatever its size. Each
 * download is an audit event.
 */
export function jobResultRoute(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, authorizeTeamMember } = dependencies;
  app.route({
    method: 'GET',
    url: JOB_RESULT_PATH,
    handler: async (request, reply) => {
      const { teamId, user, role } = await authorizeTeamMember(request, {
        id: 'downloadJobResult',
      });
      const { job_id: id = '' } = request.params as { job_id?: string };
      const job = /^\d{1,15}$/.test(id) ? await findJob(db, teamId, Number(id)) : undefined;
      if (!job) throw notFound();
      if (!mayReadFile({ job, user, role })) {
        throw forbidden('Only its creator and users who can change members can read this file.');
      }
      if (job.kind === 'export' && job.state !== 'done') {
        throw errorResponse(409, { detail: 'This export has not finished.' });
      }
      if (job.state === 'checking') {
        throw errorResponse(409, { detail: 'This file is still being checked.' });
      }
      const { rows } = parseQuery(jobResultQuery, request.query);
      const changes = rows === undefined ? [] : [{ field: 'rows', after: rows }];
      await recordJob(db, 'job.download', job, changes);
      const fileName =
        (job.kind === 'export' ? job.fileName : null) ?? `members-${job.kind}-${job.id}.csv`;
      const parts =
        job.kind === 'export' ? exportParts(db, job) : outcomeParts(db, job, rows === 'failed');
      return reply
        .type('text/csv; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'content-disposition': `attachment; filename="${fileName}"`,
        })
        .send(Readable.from(readParts(parts)));
    },
  });
}

async function* exportParts(db: Queries, job: GatewayJob): AsyncGenerator<string> {
  const columns = job.columns ?? [];
  yield BYTE_ORDER_MARK + toCsv([columns]);
  let after = 0;
  for (;;) {
    const { position, text, columns: filled } = gatewayJobChunks;
    const [chunk] = await db
      .select({ position, text, filled })
      .from(gatewayJobChunks)
      .where(and(eq(gatewayJobChunks.jobId, job.id), gt(gatewayJobChunks.position, after)))
      .orderBy(asc(gatewayJobChunks.position))
      .limit(1);
    if (!chunk) return;
    const missing = columns.length - (chunk.filled ?? columns.length);
    yield addEmptyCells(chunk.text ?? '', missing);
    after = chunk.position;
  }
}

/**
 * Every row with its outcome. An import's own columns come first, so that its failed rows can be corrected and
 * imported again; other jobs have the member's name and the values before and after.
 */
async function* outcomeParts(
  db: Queries,
  job: GatewayJob,
  isFailedOnly: boolean,
): AsyncGenerator<string> {
  const isImport = job.kind === 'import';
  const values = columnsOfChange(JSON.parse(job.change ?? '{}') as MemberChange);
  const columns = isImport
    ? (job.columns ?? [])
    : ['member_id', 'id', 'name', ...values.flatMap((name) => [`${name} before`, `${name} after`])];
  const toPortable = isImport ? createPortableCells(job) : undefined;
  // The file itself may be the failed rows of an earlier import.
  const isOwn = (_cell: string, index: number) => !OUTCOME_COLUMNS.includes(columns[index] ?? '');
  yield BYTE_ORDER_MARK + toCsv([[...columns.filter(isOwn), ...OUTCOME_COLUMNS]]);
  let after = 0;
  for (;;) {
    const { rows } = await listJobRows(db, job.id, { isFailedOnly, after, limit: BATCH });
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
    const names = isImport ? undefined : await findRowNames(db, job.teamId, rows);
    const cellsOf = (row: GatewayJobRow) =>
      toPortable
        ? toPortable(JSON.parse(row.cells ?? '[]') as string[])
        : [row.memberId, row.serviceId ?? '', names?.(row) ?? '', ...valuesOf(row, values)];
    yield toCsv(rows.map((row) => [...cellsOf(row).filter(isOwn), outcomeOf(row), reasonOf(row)]));
  }
}

/** What each of the columns was and is; empty where the row didn't change it. */
function valuesOf({ before, after }: GatewayJobRow, columns: readonly string[]): string[] {
  // Before an attempt, the values are saved although it may change nothing.
  const old = JSON.parse((after && before) ?? '{}') as RowValues;
  const now = JSON.parse(after ?? '{}') as RowValues;
  return columns.flatMap((name) => [old[name] ?? '', now[name] ?? '']);
}

/** The outcome of a row, done or planned. */
function outcomeOf({ state, outcome, reasons }: GatewayJobRow): string {
  if (outcome === 'same' || outcome === 'invalid') return outcome;
  if (state === 'skipped') return reasons === null ? 'same' : 'skipped';
  if (state === 'done') return outcome === null ? 'done' : `${outcome}d`;
  return state === 'pending' && outcome !== null ? `to ${outcome}` : state;
}

function reasonOf({ reasons }: GatewayJobRow): string {
  const list = JSON.parse(reasons ?? '[]') as RowReasons;
  return list
    .map(({ column, reason }) => (column === null ? reason : `${column}: ${reason}`))
    .join('; ');
}
