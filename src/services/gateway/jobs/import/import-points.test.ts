import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobRow } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const PEOPLE = [1, 2].map(
  (number): Member => ({
    id: `S-${number}`,
    member_id: `M-${number}`,
    member_status: 'active',
    first_name: 'Ada',
    available_points: 100,
    referral_code: `CODE-${number}`,
  }),
);

describeBothStorages('imported points and referrers', (storage) => {
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

  const HEADER = 'member_id,first_name,points_adjustment,points_reason';
  const importFile = async (...rows: string[]) => {
    const job = await jobs.upload([HEADER, ...rows].join('\n'));
    await jobs.move(job, 'start');
    await jobs.work();
    return jobs.get(job);
  };
  const balances = () =>
    [...program.members.values()].map((each) => [each.first_name, each.available_points ?? 0]);

  test('points are adjusted once per row although outcomes were lost, and taken back by an undo', async () => {
    // Positions in the file exceed the number of members that change.
    const job = await importFile(
      ',,,',
      'M-1,Ann,50,Welcome',
      'M-2,,-20,Correction',
      'M-3,Eve,5,New',
    );
    expect(job).toMatchObject({
      state: 'done',
      failed: 0,
      summary: {
        ...{ create: 1, update: 2, points: { members: 3, added: 55, deducted: 20 } },
        written: { create: 1, update: 2, points: { members: 3, added: 55, deducted: 20 } },
      },
    });
    const after = [
      ['Ann', 150],
      ['Ada', 80],
      ['Eve', 5],
    ];
    expect(balances()).toEqual(after);
    // As after a crash between the calls of a batch and the end of its transaction.
    await storage.db
      .update(gatewayJobRows)
      .set({ state: 'pending' })
      .where(eq(gatewayJobRows.jobId, Number(job.id)));
    await storage.db
      .update(gatewayJobs)
      .set({ state: 'queued', done: 0, endedAt: null, nextAttemptAt: sql`null` })
      .where(eq(gatewayJobs.id, Number(job.id)));
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', failed: 0 });
    expect(balances()).toEqual(after);

    const undo = await jobs.move(job, 'undo');
    expect(undo.total).toBe(3);
    await jobs.work();
    expect(balances()).toEqual([
      ['Ann', 100],
      ['Ada', 100],
      ['Eve', 0],
    ]);
    expect([...(program.adjustments ?? []).values()].at(-1)).toMatchObject({
      points: -5,
      reason: 'Undo: New',
    });
  });

  test('an undo takes no points from a later member with the same ID', async () => {
    const job = await importFile('M-1,,50,Welcome', 'M-3,Eve,5,New');
    for (const [id, member] of [...program.members]) {
      program.members.delete(id);
      program.members.set(`${id}-later`, { ...member, id: `${id}-later`, available_points: 70 });
    }
    await jobs.move(job, 'undo');
    await jobs.work();
    expect(balances().map(([, points]) => points)).toEqual([70, 70, 70]);
  });

  test('a row needs points with a reason, but none are no adjustment', async () => {
    const job = await jobs.upload(
      [HEADER, 'M-1,,5,', 'M-2,,,Gift', 'M-3,,1.5,Gift', 'M-4,,0,Gift', 'M-5,,+5,Gift'].join('\n'),
    );
    const response = await jobs.call(`/teams/1/jobs/${job.id}/rows`);
    const { data } = (await response.json()) as { data: JobRow[] };
    expect(data.map(({ reasons }) => reasons)).toEqual([
      [{ column: 'points_reason', reason: 'Enter why the points are adjusted' }],
      [{ column: 'points_adjustment', reason: 'Enter the points, or remove the reason' }],
      [{ column: 'points_adjustment', reason: 'Must be a whole number' }],
      [],
      [],
    ]);
  });

  test('one reason can be given for all rows that have none', async () => {
    const file = [HEADER, 'M-1,,5,', 'M-2,,7,Gift', 'M-3,Eve,,', 'M-4,Bo,0,'].join('\n');
    const job = await jobs.upload(file, '?points_reason=Spring%20bonus');
    expect(job.summary).toMatchObject({ create: 2, update: 2, points: { members: 2, added: 12 } });
    await jobs.move(job, 'start');
    await jobs.work();
    expect([...(program.adjustments?.values() ?? [])].map(({ reason }) => reason)).toEqual([
      'Spring bonus',
      'Gift',
    ]);
  });

  test('a row whose points are rejected keeps its other values, and can be retried', async () => {
    const job = await importFile('M-1,Ann,-150,Correction');
    expect(job).toMatchObject({ state: 'done', failed: 1 });
    expect(job.summary.points).toMatchObject({ deducted: 150 });
    expect(job.summary).not.toHaveProperty('written');
    expect(await jobs.result(job)).toContain('failed,points_adjustment: Too few points');
    expect(balances()[0]).toEqual(['Ann', 100]);
    expect((await jobs.list({ q: 'Ann' })).total).toBe(1);
    expect((await jobs.post(`/${job.id}/undo`)).status).toBe(409);

    program.members.set('S-1', {
      ...PEOPLE[0],
      first_name: 'Ann',
      available_points: 200,
    } as Member);
    await jobs.move(job, 'retry');
    await jobs.work();
    const written = { create: 0, update: 1, points: { members: 1, added: 0, deducted: 150 } };
    expect(await jobs.get(job)).toMatchObject({ failed: 0, summary: { written } });
    expect(balances()[0]).toEqual(['Ann', 50]);
  });

  test('the referrer is sent by the name that a create or an update has for it', async () => {
    const file = 'member_id,referrer_code\nM-1,CODE-2\nM-2,CODE-2\nM-3,CODE-1\n';
    const job = await jobs.upload(file);
    expect(job.summary).toMatchObject({ create: 1, update: 1, invalid: 1 });
    await jobs.move(job, 'start');
    await jobs.work();
    // On update, the API calls the code of the referrer `referral_code`.
    expect(program.members.get('S-1')).toMatchObject({ referral_code: 'CODE-2' });
    expect(program.members.get('S-1')).not.toHaveProperty('referrer_code');
    expect(program.members.get('S-M-3')).toMatchObject({ referrer_code: 'CODE-1' });
    expect(program.members.get('S-M-3')).not.toHaveProperty('referral_code');
    expect(await jobs.result(job)).toContain("referrer_code: A member can't be their own referrer");
  });
});
