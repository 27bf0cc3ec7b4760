import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const TOTAL = 30;

function people(count = TOTAL): Member[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `S-${index}`,
    member_id: `M-${index}`,
    member_status: 'active',
    first_name: `First${index}`,
    member_tags: [],
  }));
}

describeBothStorages('jobs of a failing service', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram(people());
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    program.requests.length = 0;
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const addTag = { kind: 'change', selection: { filter: {} }, change: { add_tags: ['new'] } };
  /** Works for a while although the service fails. */
  const workFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await jobs.work();
      jobs.clock.advance(1);
    }
  };

  test('a busy or failing service makes a job wait and fails no row', async () => {
    let failures = 12;
    program.intercept = () => {
      failures -= 1;
      if (failures < 0) return undefined;
      return failures % 2 === 0
        ? { status: 503 }
        : { status: 429, headers: { 'retry-after': '3' } };
    };
    const job = await jobs.create(addTag);
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'running', failed: 0 });
    const started = program.requests.length;
    jobs.clock.advance(1);
    await jobs.work();
    expect(program.requests).toHaveLength(started);
    await workFor(60);
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL, failed: 0 });
    expect(program.applied).toHaveLength(TOTAL);
  });

  test('the pace of a service is found that only says that it was too fast', async () => {
    for (const allowed of [8, 2]) {
      let [second, count] = [0, 0];
      const rejected: number[] = [];
      program.intercept = () => {
        const now = jobs.clock.now().getTime();
        if (now > second) [second, count] = [now, 0];
        count += 1;
        if (count <= allowed) return undefined;
        rejected.push(now);
        return { status: 429 };
      };
      const job = await jobs.create({ ...addTag, change: { add_tags: [`pace ${allowed}`] } });
      // A row takes two calls.
      await workFor((TOTAL * 2) / allowed + 10);
      expect(await jobs.get(job)).toMatchObject({ state: 'done', changed: TOTAL, failed: 0 });
      // Near the end, hardly a call was too much.
      expect(rejected.filter((at) => at === rejected.at(-1)).length).toBeLessThanOrEqual(2);
    }
  });

  test('a row that always fails is given up, the others are done, and the next job runs', async () => {
    program.intercept = (request) =>
      request.startsWith('POST') && request.endsWith('S-7') ? { status: 500 } : undefined;
    const job = await jobs.create(addTag);
    const next = await jobs.create({ ...addTag, selection: { ids: ['S-1'] } });
    await workFor(30);
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL, failed: 1 });
    expect(await jobs.result(job)).toContain(
      'M-7,S-7,First7,,,failed,The loyalty service kept failing',
    );
    expect((await jobs.get(next)).state).toBe('done');
    // The same if it is the only row.
    await jobs.move(job, 'retry');
    await workFor(30);
    expect(await jobs.get(job)).toMatchObject({ state: 'done', failed: 1 });
  });

  test('an outage after the first rows fails no row', async () => {
    program.intercept = () => (program.applied.length >= TOTAL - 3 ? { status: 500 } : undefined);
    const job = await jobs.create(addTag);
    await workFor(300);
    expect(await jobs.get(job)).toMatchObject({ state: 'running', failed: 0 });
    program.intercept = () => undefined;
    await workFor(60);
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL, failed: 0 });
  });

  test('a change that someone else made while the service was busy is not undone', async () => {
    program.intercept = (request) => {
      if (!/^POST .*S-1$/.test(request)) return undefined;
      program.members.set('S-1', { ...(people()[1] as Member), member_tags: ['new'] });
      return { status: 429 };
    };
    const job = await jobs.create(addTag);
    await jobs.work();
    program.intercept = () => undefined;
    await workFor(10);
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL, failed: 0 });
    await jobs.move(job, 'undo');
    await workFor(10);
    expect(program.members.get('S-1')?.member_tags).toEqual(['new']);
    expect(program.members.get('S-2')?.member_tags).toEqual([]);
  });
});
