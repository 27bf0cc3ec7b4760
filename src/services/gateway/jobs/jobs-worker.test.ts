import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Job } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { one } from '#services/platform/database/one.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { type GatewayJob, gatewayJobChunks, gatewayJobRows, gatewayJobs } from './jobs-table.ts';
import { workOnJobs } from './jobs-worker.ts';
import { sweepJobs } from './sweep-jobs.ts';

const TOTAL = 12;
const IDS = Array.from({ length: TOTAL }, (_, index) => `S-${index}`);

const memberOf = (id: string): Member => ({ id, member_id: id, member_status: 'active' });

/** A service that fails after five requests. */
function failingSoon(): TestProgram['intercept'] {
  let requests = 0;
  return () => {
    requests += 1;
    return requests > 5 ? { status: 500 } : undefined;
  };
}

describeBothStorages('jobs', (storage) => {
  afterEach(() => expectFigures(storage.db));
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    program = await startProgram(IDS.map(memberOf));
    jobs = await startJobs(storage.storage);
    await jobs.connect(1, program.url);
    await jobs.update();
  });
  afterAll(async () => {
    await jobs?.close();
    await program?.close();
  });

  const allOf = (kind: 'change' | 'delete' | 'export') => ({ kind, selection: { ids: IDS } });
  const addTag = { ...allOf('change'), change: { add_tags: ['new'] } };
  const addPoints = {
    ...allOf('change'),
    change: { points: { points: 50, reason: 'Goodwill' } },
  };

  /** A process that dies before it can save what it has done. */
  async function crash(): Promise<void> {
    const { db } = jobs.dependencies;
    const transaction = () => Promise.reject(new Error('The process died'));
    const dying = new Proxy(db, {
      get: (target, name) =>
        name === 'transaction' ? transaction : Reflect.get(target, name, target),
    });
    await workOnJobs({ ...jobs.dependencies, db: dying });
  }

  /** Changes half of the members, and adds as many. */
  async function startImport(): Promise<Job> {
    const rows = IDS.map((id, index) => `${index % 2 === 0 ? id : `new-${id}`},Ada`);
    return jobs.move(await jobs.upload(['member_id,first_name', ...rows].join('\n')), 'start');
  }

  /** How each kind of job begins, how many members it creates and changes, and how many are left. */
  const KINDS = {
    change: { start: () => jobs.create(addTag), created: 0, changed: TOTAL, left: TOTAL },
    points: { start: () => jobs.create(addPoints), created: 0, changed: TOTAL, left: TOTAL },
    import: { start: startImport, created: TOTAL / 2, changed: TOTAL / 2, left: TOTAL * 1.5 },
    delete: { start: () => jobs.create(allOf('delete')), created: 0, changed: TOTAL, left: 0 },
    export: { start: () => jobs.create(allOf('export')), created: 0, changed: 0, left: TOTAL },
  };

  test('any order of work, crashes, cancellations and retries applies each row once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(KINDS)),
        fc.array(fc.constantFrom('work', 'crash', 'cancel', 'retry', 'outage'), { maxLength: 8 }),
        async ({ start, created, changed, left }, steps) => {
          program.members = new Map(IDS.map((id) => [id, memberOf(id)]));
          program.intercept = () => undefined;
          await storage.db.delete(directoryMembers);
          await jobs.write(1, [...program.members.values()]);
          const job = await start();
          program.applied.length = 0;
          for (const step of steps) {
            program.intercept = step === 'outage' ? failingSoon() : () => undefined;
            if (step === 'crash') await crash();
            else if (step === 'work' || step === 'outage') await workOnJobs(jobs.dependencies);
            else await jobs.post(`/${job.id}/${step}`);
            jobs.clock.advance(200);
          }
          program.intercept = () => undefined;
          if ((await jobs.get(job)).state === 'cancelled') await jobs.post(`/${job.id}/retry`);
          for (let second = 0; second < 3; second += 1) {
            await jobs.work();
            jobs.clock.advance(1);
          }
          expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL, failed: 0 });
          expect(program.applied).toHaveLength(created + changed);
          const isNew = (request: string) => request.endsWith('/members');
          expect(new Set(program.applied.filter((request) => !isNew(request))).size).toBe(changed);
          expect(program.members.size).toBe(left);
          if (job.kind !== 'change') return;
          await jobs.move(job, 'undo');
          await jobs.work();
          const restored = [...program.members.values()];
          expect(restored.flatMap((each) => each.member_tags ?? [])).toEqual([]);
          expect(restored.filter((each) => each.available_points)).toEqual([]);
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  }, 120_000);

  test('newer changes in the directory are kept when a batch is saved', async () => {
    program.members = new Map(IDS.map((id) => [id, memberOf(id)]));
    program.requests.length = 0;
    await storage.db.delete(directoryMembers);
    await jobs.write(1, [...program.members.values()]);
    await jobs.create({ ...addTag, selection: { ids: IDS.slice(0, 10) } });
    program.members.delete('S-1');
    const { promise: proceed, resolve } = Promise.withResolvers<void>();
    program.intercept = async (request) => {
      if (!/S-[01]$/.test(request)) await proceed;
      return undefined;
    };
    const batch = workOnJobs(jobs.dependencies);
    // Eight rows at a time: these two follow once the first two are applied.
    const countLast = () => program.requests.filter((request) => /S-[89]$/.test(request)).length;
    await expect.poll(countLast).toBe(2);

    jobs.clock.advance(1);
    await jobs.write(1, [memberOf('S-1')]);
    await jobs.call('/teams/1/loyalty/v2/loyalty/members/S-0', {
      method: 'POST',
      body: JSON.stringify({ first_name: 'Ada' }),
      headers: { 'content-type': 'application/json' },
    });
    resolve();
    await batch;
    const { data } = await jobs.list();
    expect(data).toHaveLength(TOTAL);
    expect(data.find(({ id }) => id === 'S-0')).toMatchObject({ first_name: 'Ada' });
  });

  test('a deletion that could not be saved is repeated for the directory too', async () => {
    program.members = new Map(IDS.map((id) => [id, memberOf(id)]));
    await storage.db.delete(directoryMembers);
    await jobs.write(1, [...program.members.values()]);
    const job = await jobs.create({ kind: 'delete', selection: { ids: IDS } });
    const accept = await rejectRows(storage.db, {
      before: 'insert',
      table: 'directory_removals',
      when: sql`new.service_id = 'S-3'`,
    });
    await jobs.work();
    expect(program.members.size).toBe(0);
    await accept();
    jobs.clock.advance(1);
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL, failed: 0 });
    expect(await jobs.listIds()).toEqual([]);
  });

  test.each([
    [
      'export',
      'gateway_job_chunks',
      'This export kept failing. Try again, or contact your Patron administrator.',
    ],
    ['import', 'gateway_job_rows', "This file couldn't be checked. Upload it again."],
  ])('an %s that keeps failing in Patron says what to do', async (kind, table, error) => {
    // Later than the removals of the test before.
    jobs.clock.advance(1);
    await jobs.write(1, IDS.map(memberOf));
    await rejectRows(storage.db, { before: 'update', table, when: sql`true` });
    const job = await (kind === 'import'
      ? jobs.upload('member_id\nM-1\n')
      : jobs.create({ kind: 'export' }));
    await jobs.work();
    expect((await jobs.get(job)).error).toBe('Unexpected error');
    await storage.db.update(gatewayJobs).set({ attempts: 119 });
    jobs.clock.advance(60);
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'failed', error });
  });

  test('a job stops when its user loses access', async () => {
    const job = await jobs.create(addTag);
    program.applied.length = 0;
    jobs.changedRoles.set('all', 'viewer');
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({
      state: 'failed',
      error: 'all@patron.test can no longer change members of this team.',
    });
    expect(program.applied).toEqual([]);
  });
});

describeBothStorages('the sweep of jobs', (store) => {
  const clock = createTestClock();
  const insertJob = async (job: Pick<GatewayJob, 'kind' | 'state'>, ageSeconds: number) => {
    const createdAt = addSeconds(clock.now(), -ageSeconds);
    const user = { userId: '1', userName: 'Ada' };
    const created = await store.db
      .insert(gatewayJobs)
      .values({ teamId: 1, ...job, ...user, createdAt, changedAt: createdAt })
      .returning();
    return one(created).id;
  };
  const insertRows = (jobId: number, count: number) =>
    store.db.execute(sql`
      insert into ${gatewayJobRows} (job_id, position, member_id, state)
      select ${jobId}::bigint, n, 'M-' || n, 'pending' from generate_series(1, ${count}::int) n`);
  const insertChunks = (jobId: number, count: number) =>
    store.db.execute(sql`
      insert into ${gatewayJobChunks} (job_id, position, service_ids)
      select ${jobId}::bigint, n, '{}' from generate_series(1, ${count}::int) n`);

  test('deletes jobs after 30 days and interrupted uploads after an hour, in batches', async () => {
    const connection = { partnerId: 'acme', apiKey: 'x', webhookSecret: 'x' };
    await store.db.insert(loyaltyConnections).values({ teamId: 1, ...connection });
    const fresh = await insertJob({ kind: 'delete', state: 'done' }, 29 * DAY_SECONDS);
    const upload = await insertJob({ kind: 'import', state: 'checking' }, 3_500);
    for (const id of [fresh, upload]) await insertRows(id, 10);
    await insertChunks(fresh, 10);
    await insertRows(await insertJob({ kind: 'delete', state: 'done' }, 31 * DAY_SECONDS), 1_500);
    await insertRows(await insertJob({ kind: 'import', state: 'checking' }, 3_700), 10);
    await insertChunks(await insertJob({ kind: 'export', state: 'done' }, 31 * DAY_SECONDS), 6);

    let [before, batches] = [1_530, 0];
    while (await sweepJobs(store.db, clock)) {
      const rows = await store.db.$count(gatewayJobRows);
      expect(before - rows).toBeLessThanOrEqual(1_000);
      [before, batches] = [rows, batches + 1];
    }
    expect(batches).toBe(8);
    const left = await store.db.select({ id: gatewayJobs.id }).from(gatewayJobs);
    expect(left.map(({ id }) => id).sort()).toEqual([fresh, upload].sort());
    expect(await store.db.$count(gatewayJobRows)).toBe(20);
    expect(await store.db.$count(gatewayJobChunks)).toBe(10);
  });
});
