import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Job } from '#contract/gateway/job.ts';
import type { RoleKind } from '#contract/roles/role-table.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { workOnJobs } from '#services/gateway/jobs/jobs-worker.ts';
import type { Storage } from '#services/platform/database/database.ts';
import type { ServerOptions } from '#services/platform/http/server.ts';
import { startDirectory, type TestDirectory } from './start-directory.ts';

export interface TestJobs extends TestDirectory {
  /** The roles that users have by now, if they aren't administrators. */
  changedRoles: Map<string, RoleKind>;
  post(path: string, body?: unknown): Promise<Response>;
  /** Creates a job of team 1. */
  create(data: object): Promise<Job>;
  /** Uploads a file and checks it. */
  upload(csv: string | Uint8Array | ReadableStream<Uint8Array>, query?: string): Promise<Job>;
  get(job: Pick<Job, 'id'>): Promise<Job>;
  /** Starts, cancels, retries or undoes. @returns the job, or the one that undoes it */
  move(job: Pick<Job, 'id'>, to: 'start' | 'cancel' | 'retry' | 'undo'): Promise<Job>;
  result(job: Pick<Job, 'id'>, query?: string): Promise<string>;
  /** Works until no job is due. */
  work(): Promise<void>;
}

/** A gateway whose jobs are worked on when a test says so. */
export async function startJobs(
  storage: Storage,
  changes: Partial<GatewayDependencies> = {},
  serverOptions: ServerOptions = {},
): Promise<TestJobs> {
  const changedRoles = new Map<string, RoleKind>();
  const directory = await startDirectory(
    storage,
    {
      findRole: async (_teamId, userId) => ({
        kind: changedRoles.get(userId) ?? 'administrator',
      }),
      ...changes,
    },
    serverOptions,
  );
  const { dependencies } = directory;
  const post = (path: string, body?: unknown) =>
    directory.call(`/teams/1/jobs${path}`, {
      method: 'POST',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const read = async (response: Response) => {
    if (response.status >= 300) throw new Error(`${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: Job }).data;
  };
  const get = async ({ id }: Pick<Job, 'id'>) => read(await directory.call(`/teams/1/jobs/${id}`));
  const work = async () => {
    // Lets others work in between, like the worker.
    while (await workOnJobs(dependencies)) await nextTurn();
  };
  return {
    ...directory,
    changedRoles,
    post,
    work,
    get,
    create: async (data) => read(await post('', { data })),
    move: async ({ id }, to) => read(await post(`/${id}/${to}`)),
    upload: async (csv, query = '') => {
      const headers = { 'content-type': 'text/csv' };
      const init = { method: 'POST', body: csv as string, headers, duplex: 'half' } as const;
      const job = await read(await directory.call(`/teams/1/jobs/import${query}`, init));
      await work();
      return get(job);
    },
    result: async ({ id }, query = '') => {
      const response = await directory.call(`/teams/1/jobs/${id}/result.csv${query}`);
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
      // Not `text()`, which removes the byte order mark.
      return Buffer.from(await response.arrayBuffer()).toString();
    },
  };
}
