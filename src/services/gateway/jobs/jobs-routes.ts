import type { FastifyInstance } from 'fastify';
import type { CreateJob } from '#contract/gateway/job.ts';
import {
  cancelJob,
  correctJobRows,
  createJob,
  getJob,
  listJobs,
  retryJob,
  startJob,
  undoJob,
} from '#contract/gateway/jobs.ts';
import { allowsJob, type EffectiveRole } from '#contract/roles/allows.ts';
import { SUPPORT_EXPORT_MAX } from '#contract/roles/role-table.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { requireDirectory } from '#services/gateway/directory/directory-status.ts';
import { registerForItem, registerForTeam } from '#services/gateway/gateway-operation.ts';
import { errorResponse, forbidden, JsonApiError } from '#services/platform/json-api/errors.ts';
import { toPage } from '#services/platform/json-api/page.ts';
import { createUndo } from './change/create-undo.ts';
import * as jobState from './change-job-state.ts';
import { findColumn } from './csv-columns.ts';
import { correctRows } from './import/correct-rows.ts';
import { insertJob } from './insert-job.ts';
import { jobRowsRoute } from './job-rows-route.ts';
import * as store from './jobs-store.ts';
import type { GatewayJob } from './jobs-table.ts';

/** Jobs on many members (decisions.md, 45). */
export function jobsRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock } = dependencies;
  const find = ({ teamId, params }: { teamId: number; params: { job_id: string } }) =>
    store.findJob(db, teamId, Number(params.job_id));
  const toItem = (job: GatewayJob) => ({ data: store.toJobDocument(job) });

  registerForTeam(app, dependencies, createJob, async ({ teamId, user, role, body, request }) => {
    const { data } = body;
    requireJobRole(role, data);
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

  jobRowsRoute(app, dependencies);
}

/** @throws {JsonApiError} 403 */
function requireJobRole(role: EffectiveRole, { kind, selection }: CreateJob): void {
  if (allowsJob(role, { kind, total: selection?.ids?.length ?? Infinity })) return;
  throw forbidden(
    `Support agents can export up to ${SUPPORT_EXPORT_MAX} selected members, and change one at a time. Ask a manager or an administrator of this team.`,
  );
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
