import type { FastifyInstance } from 'fastify';
import type { JobRow, JobRowResult } from '#contract/gateway/job.ts';
import { listJobRows as listJobRowsEndpoint } from '#contract/gateway/jobs.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { registerForTeam } from '#services/gateway/gateway-operation.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import { parseNumberCursor, toPage } from '#services/platform/json-api/page.ts';
import {
  type ImportLayout,
  type RowCells,
  readCells,
  readLayout,
  readTexts,
} from './import/import-layout.ts';
import { fileRow } from './import/import-rows.ts';
import { loadProgramValues } from './import/program-values.ts';
import { findJob, isFull, listJobRows } from './jobs-store.ts';
import { type GatewayJobRow, gatewayJobRows } from './jobs-table.ts';
import { mayReadFile } from './rows/may-read-file.ts';
import { findRowNames } from './rows/row-names.ts';

const RESULTS = {
  done: 'changed',
  skipped: 'skipped',
  failed: 'failed',
  pending: 'pending',
} as const;
const STATES = {
  changed: 'done',
  skipped: 'skipped',
  failed: 'failed',
  pending: 'pending',
} as const;

/** The rows of a job, with the names that the directory has (decisions.md, 45). */
export function jobRowsRoute(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db } = dependencies;
  registerForTeam(app, dependencies, listJobRowsEndpoint, async (input) => {
    const { teamId, params, query, user, role } = input;
    const job = await findJob(db, teamId, Number(params.job_id));
    if (!job) throw errorResponse(404);
    const isWhole = mayReadFile({ job, user, role });
    const { outcome, state, result, count, start_cursor: cursor } = query;
    const after = parseNumberCursor(cursor) ?? 0;
    const filter = { outcome, states: statesOf(state, result), after, limit: count + 1 };
    const { rows, matching } = await listJobRows(db, job.id, filter);
    const total = await db.$count(gatewayJobRows, matching);
    const nameOf = await findRowNames(db, teamId, rows);
    const last = rows.at(-1);
    // Cut by its size.
    const isCut = last !== undefined && rows.length <= count && isFull(rows, count + 1);
    const more =
      isCut &&
      (await listJobRows(db, job.id, { ...filter, after: last.position, limit: 1 })).rows.length >
        0;
    const cursorOf = ({ position }: GatewayJobRow) => String(position);
    const layout =
      job.kind === 'import'
        ? readLayout(job, await loadProgramValues(dependencies, teamId))
        : undefined;
    const toDocument = (row: GatewayJobRow) =>
      isWhole || row.outcome !== 'invalid'
        ? toRowDocument(layout, row, nameOf(row))
        : toHiddenDocument(row);
    return toPage({ rows, total, count, more, cursorOf, toDocument });
  });
}

/** The states of the rows that are asked for; undefined for all. */
function statesOf(state: GatewayJobRow['state'] | undefined, result: JobRowResult | undefined) {
  const given = [state, result && STATES[result]].filter((each) => each !== undefined);
  return given.length === 0 ? undefined : [...new Set(given)];
}

/** Longer cells are cut. */
const SHOWN_CELL_MAX = 200;

/** @param layout of an import */
function toRowDocument(
  layout: ImportLayout | undefined,
  row: GatewayJobRow,
  name: string | null,
): JobRow {
  const cells = row.cells === null ? undefined : (JSON.parse(row.cells) as string[]);
  return {
    row: layout ? fileRow(row.position) : row.position,
    member_id: row.memberId,
    name,
    outcome: row.outcome,
    state: row.state,
    result: RESULTS[row.state],
    reasons: JSON.parse(row.reasons ?? '[]') as JobRow['reasons'],
    ...(layout && cells ? { cells: cutCells(shownCells(layout, row, cells)) } : {}),
    ...(row.before === null ? {} : { before: cutJson(row.before) }),
    ...(row.after === null ? {} : { after: cutJson(row.after) }),
  };
}

/** A line of a file that became no member, for users who may not read the file. */
function toHiddenDocument({ position, state }: GatewayJobRow): JobRow {
  const reason = 'Only users who can change members see this line';
  return {
    ...{ row: fileRow(position), member_id: '', name: null, outcome: 'invalid' },
    ...{ state, result: RESULTS[state], reasons: [{ column: null, reason }] },
  };
}

/** What is imported; of an invalid row what the file has, so that it can be corrected. */
function shownCells(layout: ImportLayout, { outcome }: GatewayJobRow, cells: string[]): RowCells {
  return outcome === 'invalid' ? readTexts(layout.columns, cells) : readCells(layout, cells);
}

const cutJson = (json: string) =>
  cutCells(Object.entries(JSON.parse(json) as Record<string, string>));

function cutCells(cells: Iterable<readonly [string, string]>): Record<string, string> {
  const cut = (text: string) => Array.from(text).slice(0, SHOWN_CELL_MAX).join('');
  return Object.fromEntries(Array.from(cells, ([column, text]) => [column, cut(text)]));
}
