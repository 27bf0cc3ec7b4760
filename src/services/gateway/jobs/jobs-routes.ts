import type { FastifyInstance } from 'fastify';
import type { JobRow } from '#contract/gateway/job.ts';
import {
  cancelJob,
  correctJobRows,
  createJob,
  getJob,
  listJobRows,
  listJobs,
  retryJob,
  startJob,
  undoJob,
} from '#contract/gateway/jobs.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { requireDirectory } from '#services/gateway/directory/directory-status.ts';
import { registerForItem, registerForTeam } from '#services/gateway/gateway-operation.ts';
import { errorResponse, JsonApiError } from '#services/platform/json-api/errors.ts';
import { parseNumberCursor, toPage } from '#services/platform/json-api/page.ts';
import { createUndo } from './change/create-undo.ts';
import * as jobState from './change-job-state.ts';
import { findColumn } from './csv-columns.ts';
import { correctRows } from './import/correct-rows.ts';
import {
  type ImportLayout,
  type RowCells,
  readCells,
  readLayout,
  readTexts,
} from './import/import-layout.ts';
import { fileRow } from './import/import-rows.ts';
import { loadProgramValues } from './import/program-values.ts';
import { insertJob } from './insert-job.ts';
import * as store from './jobs-store.ts';
import { type GatewayJob, type GatewayJobRow, gatewayJobRows } from './jobs-table.ts';

/** Jobs on many members (decisions.md, 45). */
export function jobsRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock } = dependencies;
  const find = ({ teamId, params }: { teamId: number; params: { job_id: string } }) =>
    store.findJob(db, teamId, Number(params.job_id));
  const toItem = (job: GatewayJob) => ({ data: store.toJobDocument(job) });

  registerForTeam(app, dependencies, createJob, async ({ teamId, user, body, request }) => {
    const { data } = body;
    await requireDirectory(dependencies, teamId);
    if (data.kind === 'export') checkColumns(data.columns ?? []);
    const mayDeleteMany =
      data.kind !== 'delete' || ((await dependencies.hasIdToken?.(request)) ?? true);
    return toItem(await insertJob(db, clock, { teamId, user, mayDeleteMany }, data));
  });

  registerForTeam(app, dependencies, listJobs, async ({ teamId, query }) => {
    const { rows, total } = await store.listJobs(db, teamId, query);
    const cursorOf = ({ id }: GatewayJob) => String(id);
    const { count } = query;
    return toPage({ rows, total, count, cursorOf, toDocument: store.toJobDocument });
  });

  registerForItem(app, dependencies, getJob, { find, handle: async (job) => toItem(job) });

  registerForItem(app, dependencies, startJob, {
    find,
    handle: async (job) => toItem(await jobState.startJob(db, clock, job)),
  });

  registerForItem(app, dependencies, cancelJob, {
    find,
    handle: async (job) => toItem(await jobState.cancelJob(db, clock, job)),
  });

  registerForItem(app, dependencies, retryJob, {
    find,
    handle: async (job) => toItem(await jobState.retryJob(db, clock, job)),
  });

  registerForItem(app, dependencies, undoJob, {
    find,
    handle: async (job, { teamId, user }) =>
      toItem(await createUndo(db, clock, { teamId, user }, job)),
  });

  registerForItem(app, dependencies, correctJobRows, {
    find,
    handle: async (job, { body }) => toItem(await correctRows(db, clock, job, body)),
  });

  registerForTeam(app, dependencies, listJobRows, async ({ teamId, params, query }) => {
    const job = await find({ teamId, params });
    if (!job) throw errorResponse(404);
    const { outcome, state, count, start_cursor: cursor } = query;
    const after = parseNumberCursor(cursor) ?? 0;
    const filter = { outcome, state, after, limit: count + 1 };
    const { rows, matching } = await store.listJobRows(db, job.id, filter);
    const total = await db.$count(gatewayJobRows, matching);
    const last = rows.at(-1);
    // Cut by its size.
    const isCut = last !== undefined && rows.length <= count && store.isFull(rows, count + 1);
    const more =
      isCut &&
      (await store.listJobRows(db, job.id, { ...filter, after: last.position, limit: 1 })).rows
        .length > 0;
    const cursorOf = ({ position }: GatewayJobRow) => String(position);
    const layout =
      job.kind === 'import'
        ? readLayout(job, await loadProgramValues(dependencies, teamId))
        : undefined;
    const toDocument = (row: GatewayJobRow) => toRowDocument(layout, row);
    return toPage({ rows, total, count, more, cursorOf, toDocument });
  });
}

/** @throws {JsonApiError} 422 */
function checkColumns(columns: readonly string[]): void {
  const errors = columns.flatMap((name, index) => {
    if (findColumn(name)) return [];
    const source = { pointer: `/data/columns/${index}` };
    return errorResponse(422, { detail: `There is no column ${name}.`, source }).errors;
  });
  if (errors.length > 0) throw new JsonApiError(422, errors);
}

/** Longer cells are cut. */
const SHOWN_CELL_MAX = 200;

/** @param layout of an import */
function toRowDocument(layout: ImportLayout | undefined, row: GatewayJobRow): JobRow {
  const cells = row.cells === null ? undefined : (JSON.parse(row.cells) as string[]);
  return {
    row: layout ? fileRow(row.position) : row.position,
    member_id: row.memberId,
    outcome: row.outcome,
    state: row.state,
    reasons: JSON.parse(row.reasons ?? '[]') as JobRow['reasons'],
    ...(layout && cells ? { cells: cutCells(shownCells(layout, row, cells)) } : {}),
    ...(row.before === null
      ? {}
      : { before: cutCells(Object.entries(JSON.parse(row.before) as Record<string, string>)) }),
  };
}

/** What is imported; of an invalid row what the file has, so that it can be corrected. */
function shownCells(layout: ImportLayout, { outcome }: GatewayJobRow, cells: string[]): RowCells {
  return outcome === 'invalid' ? readTexts(layout.columns, cells) : readCells(layout, cells);
}

function cutCells(cells: Iterable<readonly [string, string]>): Record<string, string> {
  const cut = (text: string) => Array.from(text).slice(0, SHOWN_CELL_MAX).join('');
  return Object.fromEntries(Array.from(cells, ([column, text]) => [column, cut(text)]));
}
