import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Job, JobRow } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { commonReason } from './save-outcomes.ts';

const PEOPLE: Member[] = [0, 100, 200, 300].map((points, index) => ({
  id: `S-${index}`,
  member_id: `M-${index}`,
  member_status: 'active',
  first_name: `First${index}`,
  last_name: 'Last',
  available_points: points,
  member_tags: index % 2 === 0 ? ['vip'] : [],
}));

describeBothStorages('the results of a job', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram(PEOPLE);
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  const run = async (data: object) => {
    const job = await jobs.create({ selection: { filter: {} }, ...data });
    await jobs.work();
    return jobs.get(job);
  };
  const change = (given: object) => run({ kind: 'change', change: given });
  const rowsOf = async ({ id }: Pick<Job, 'id'>, query = '') => {
    const response = await jobs.call(`/teams/1/jobs/${id}/rows${query}`);
    return ((await response.json()) as { data: JobRow[] }).data;
  };

  test('count what changed, what had nothing to do and what failed', async () => {
    program.intercept = (request) =>
      request.startsWith('POST') && request.endsWith('S-1')
        ? {
            status: 400,
            body: { error_code: '400', reason: 'ada@example.test is taken', success: false },
          }
        : undefined;
    const job = await change({ add_tags: ['vip'] });
    expect(job).toMatchObject({
      done: 4,
      changed: 1,
      skipped: 2,
      failed: 1,
      undoable: true,
      reasons: [
        { reason: 'Has the tag already', result: 'skipped', count: 2 },
        { reason: '… is taken', result: 'failed', count: 1 },
      ],
    });
    expect(await rowsOf(job, '?result=changed')).toMatchObject([
      {
        member_id: 'M-3',
        name: 'First3 Last',
        result: 'changed',
        before: { member_tags: '' },
        after: { member_tags: 'vip' },
      },
    ]);
    const skipped = await rowsOf(job, '?result=skipped');
    expect(skipped.map(({ member_id }) => member_id)).toEqual(['M-0', 'M-2']);
    expect(await rowsOf(job, '?result=skipped&state=failed')).toEqual([]);

    program.intercept = () => undefined;
    await jobs.move(job, 'retry');
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({
      changed: 2,
      skipped: 2,
      failed: 0,
      reasons: [{ reason: 'Has the tag already', result: 'skipped', count: 2 }],
    });
  });

  test('have no undo if nothing changed', async () => {
    const job = await change({ remove_tags: ['gold'] });
    expect(job).toMatchObject({ changed: 0, skipped: 4, failed: 0, undoable: false });
    expect((await jobs.post(`/${job.id}/undo`)).status).toBe(409);
    const undone = await change({ add_tags: ['gold'] });
    expect(undone.undoable).toBe(true);
    const undo = await jobs.move(undone, 'undo');
    await jobs.work();
    expect(await jobs.get(undone)).toMatchObject({ changed: 4, undoable: false });
    expect(await jobs.get(undo)).toMatchObject({ changed: 4, skipped: 0, undoable: false });
  });

  test('have the balance of each member before and after an adjustment', async () => {
    const job = await change({ points: { points: -150, reason: 'Mistake' } });
    expect(job).toMatchObject({ changed: 2, skipped: 2, failed: 0 });
    const rows = await rowsOf(job, '?result=changed');
    expect(rows.map(({ before, after }) => [before, after])).toEqual(
      [200, 300].map((points) => [
        { available_points: String(points) },
        { available_points: String(points - 150) },
      ]),
    );
    expect((await jobs.result(job)).split('\r\n')).toEqual([
      '\ufeffmember_id,id,name,available_points before,available_points after,outcome,reason',
      'M-0,S-0,First0 Last,,,skipped,Too few points',
      'M-1,S-1,First1 Last,,,skipped,Too few points',
      'M-2,S-2,First2 Last,200,50,done,',
      'M-3,S-3,First3 Last,300,150,done,',
      '',
    ]);
  });

  test('name the members that a job deleted', async () => {
    const job = await run({ kind: 'delete' });
    expect(job).toMatchObject({ changed: 4, skipped: 0, undoable: false });
    expect((await rowsOf(job)).map(({ name }) => name)).toContain('First1 Last');
  });

  test('of an import have the values of new and changed members', async () => {
    const file =
      'member_id,first_name,points_adjustment,points_reason\nM-1,Ana,50,Gift\nM-9,New,,\nM-2,First2,,\n';
    const checked = await jobs.upload(file);
    await jobs.move(checked, 'start');
    await jobs.work();
    const job = await jobs.get(checked);
    expect(job).toMatchObject({ changed: 2, skipped: 1, failed: 0 });
    expect(await rowsOf(job, '?result=changed')).toMatchObject([
      {
        before: { first_name: 'First1', available_points: '100' },
        after: { first_name: 'Ana', available_points: '150' },
      },
      { after: { first_name: 'New' } },
    ]);
  });

  test('are counted although a version without the counts writes rows, and unknown in its jobs', async () => {
    const job = await change({ add_tags: ['gold'] });
    const ofJob = eq(gatewayJobRows.jobId, Number(job.id));
    await storage.db.update(gatewayJobRows).set({ state: 'failed' }).where(ofJob);
    expect(await jobs.get(job)).toMatchObject({ changed: 0, skipped: 0, undoable: false });
    await storage.db.update(gatewayJobs).set({
      changed: null,
      skipped: null,
      undoableRows: null,
      reasons: null,
    });
    await storage.db.update(gatewayJobRows).set({ state: 'done' }).where(ofJob);
    expect(await jobs.get(job)).toMatchObject({
      changed: null,
      skipped: null,
      reasons: null,
      undoable: true,
    });
    expect((await jobs.move(job, 'undo')).total).toBe(4);
  });
});

test.each([
  ['Changed from “a” to “b” since then', 'Changed since then'],
  ['ada@example.test is member 12345', '… is member …'],
  ['The plan allows 3 tags', 'The plan allows 3 tags'],
])('the common reason of %j is %j', (reason, expected) => {
  expect(commonReason([{ column: null, reason }])).toBe(expected);
});
