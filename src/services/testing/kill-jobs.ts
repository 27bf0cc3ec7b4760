import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import { CSV_MEDIA_TYPE } from '#contract/gateway/jobs.ts';
import { startJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { type CrashTarget, withStorage } from './crash-loop.ts';
import { startPatronProcess } from './patron-process.ts';

/** Only the jobs: it starts several times faster than all of Patron. */
const jobsProcess = fileURLToPath(new URL('./jobs-process.ts', import.meta.url));
const MEMBERS = 300;
/** How many of them get points. */
const ADJUSTED = 120;
const POINTS = 50;
const POINTS_REQUEST = /\/points/;
/** The half of the file with members that are there already; the other half is new. */
const UPDATED = MEMBERS / 2;
const numbers = Array.from({ length: MEMBERS }, (_, index) => index);

/**
 * Kills a process while it changes members, imports a file and adjusts points, each time after a number
 * of requests to the loyalty service, and cancels and retries in between. Every row is applied once in
 * the end.
 */
export async function killJobsRepeatedly(target: CrashTarget): Promise<void> {
  const program = await startProgram(
    numbers.map((n) => ({ id: `S-${n}`, member_id: `M-${n}`, member_status: 'active' })),
  );
  onTestFinished(program.close);
  await fillDirectory(target, program);
  const variables = { ...target.variables, PORT: String(await findFreePort()) };
  const start = () => startPatronProcess(variables, jobsProcess);
  const send = async (path: string, init: RequestInit = {}) => {
    const url = `http://localhost:${variables.PORT}/gateway/teams/1/jobs${path}`;
    const response = await fetch(url, { method: 'POST', ...init });
    const { data } = (await response.json()) as { data: Job };
    expect(response.ok, `${path}: ${response.status}`).toBe(true);
    return data;
  };
  const stateOf = async ({ id }: Job) => (await send(`/${id}`, { method: 'GET' })).state;

  /**
   * Starts a process, and kills it at so many requests to the loyalty service.
   * @param first what to do before the first of them
   * @param last what to do before the kill
   * @param counted the requests that count
   */
  const killAfter = async (
    requests: number,
    {
      first,
      last,
      counted = /./,
    }: { first?: () => Promise<unknown>; last?: () => Promise<unknown>; counted?: RegExp } = {},
  ) => {
    const patron = await start();
    let left = requests;
    let begin = () => {};
    const started = new Promise<void>((resolve) => {
      begin = resolve;
    });
    program.intercept = async (request) => {
      await started;
      if (!counted.test(request)) return undefined;
      left -= 1;
      if (left !== 0) return undefined;
      await last?.();
      patron.kill('SIGKILL');
      await patron.exited;
      // The change is made, but nobody hears of it.
      return undefined;
    };
    await first?.();
    begin();
    await patron.exited;
    if (target.variables.DATABASE_URL !== undefined) await withStorage(target, endLeases);
  };

  const jobs: Job[] = [];
  const jobAt = (index: number) => () => jobs[index] as Job;
  const [file, change, points] = [jobAt(0), jobAt(1), jobAt(2)];
  await killAfter(37, {
    first: async () => {
      jobs.push(await send('/import', uploadFile()));
      await expect.poll(() => stateOf(file()), { timeout: 10_000 }).toBe('checked');
      jobs.push(await send('', createChange(MEMBERS, { add_tags: ['new'] })));
      await expect.poll(() => stateOf(change()), { timeout: 10_000 }).toBe('running');
      await send(`/${file().id}/start`);
    },
  });
  await killAfter(301, { last: () => send(`/${change().id}/cancel`) });
  // The file's turn has come.
  await killAfter(120);
  await killAfter(200, { first: () => send(`/${change().id}/retry`) });
  const adjustment = { points: POINTS, reason: 'Goodwill' };
  await killAfter(35, {
    first: async () => jobs.push(await send('', createChange(ADJUSTED, { points: adjustment }))),
    counted: POINTS_REQUEST,
  });
  await killAfter(40, {
    last: () => send(`/${points().id}/cancel`),
    counted: POINTS_REQUEST,
  });

  program.intercept = () => undefined;
  await start();
  await send(`/${points().id}/retry`);
  for (const job of jobs) {
    await expect.poll(() => stateOf(job), { timeout: 30_000, interval: 200 }).toBe('done');
    const ended = await send(`/${job.id}`, { method: 'GET' });
    const total = job === points() ? ADJUSTED : MEMBERS;
    expect(ended).toMatchObject({ total, done: total, failed: 0 });
  }
  expect(countApplied(program)).toEqual({
    changed: MEMBERS + UPDATED,
    created: UPDATED,
    adjusted: ADJUSTED,
  });
  expect(program.members.size).toBe(MEMBERS + UPDATED);
  const balances = [...program.members.values()].map((each) => each.available_points);
  expect(balances).toEqual(balances.map((_, n) => (n < ADJUSTED ? POINTS : undefined)));
  expect(program.members.get('S-0')).toMatchObject({ member_tags: ['new'], first_name: 'Name 0' });
}

/** The members that were tagged or updated, the created and adjusted ones; a second time counts as well. */
function countApplied({ applied }: TestProgram) {
  const count = (pattern: RegExp) => applied.filter((request) => pattern.test(request)).length;
  // The tags and the update of a member have the same address.
  expect(new Set(applied.filter((request) => !request.endsWith('/members'))).size).toBe(
    MEMBERS + ADJUSTED,
  );
  return {
    changed: count(/loyalty\/members\/S-/),
    created: count(/members$/),
    adjusted: count(POINTS_REQUEST),
  };
}

function createChange(members: number, change: object): RequestInit {
  const ids = numbers.slice(0, members).map((n) => `S-${n}`);
  const data = { kind: 'change', selection: { ids }, change };
  return { body: JSON.stringify({ data }), headers: { 'content-type': 'application/json' } };
}

function uploadFile(): RequestInit {
  const rows = numbers.map((n) => `M-${UPDATED <= n ? n + UPDATED : n},Name ${n}`);
  const body = ['member_id,first_name', ...rows].join('\r\n');
  return { body, headers: { 'content-type': CSV_MEDIA_TYPE } };
}

/** Connects team 1 to a program and reads its members. */
async function fillDirectory(target: CrashTarget, program: TestProgram): Promise<void> {
  const keyring = await openKeyring(target.variables.PATRON_DATA_DIR ?? '');
  await withStorage(target, async (storage) => {
    const gateway = await startJobs(storage, { encryption: createEncryption(keyring) });
    await gateway.connect(1, program.url);
    await gateway.update();
    await gateway.close();
  });
  program.applied.length = 0;
}

/** Gives the jobs of a killed process to the next one right away; on the embedded database, the next start does. */
async function endLeases({ db }: Storage): Promise<void> {
  await db.execute(sql`
    update gateway_jobs set next_attempt_at = now() where next_attempt_at is not null`);
}
