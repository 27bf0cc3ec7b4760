import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const SILVER = { loyalty_tier_id: 'T-1', loyalty_tier_name: 'Silver' };
const PEOPLE = [0, 100, 200].map(
  (points, index): Member => ({
    id: `S-${index}`,
    member_id: `M-${index}`,
    member_status: 'active',
    available_points: points,
    ...(index === 0 ? {} : { tier_info: SILVER }),
  }),
);

describeBothStorages('jobs with points and tiers', (storage) => {
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

  const run = async (change: object) => {
    const job = await jobs.create({ kind: 'change', selection: { filter: {} }, change });
    await jobs.work();
    return job;
  };
  const balances = () => [...program.members.values()].map((each) => each.available_points);
  const inDirectory = async () =>
    (await jobs.list({ sort: 'points' })).data.map((each) => each.available_points);

  test('points are adjusted once per member although outcomes were lost, and undone by the opposite', async () => {
    const job = await run({ points: { points: 50, reason: 'Goodwill' } });
    expect(balances()).toEqual([50, 150, 250]);
    expect(await inDirectory()).toEqual([50, 150, 250]);
    await loseOutcomes(Number(job.id));
    await jobs.work();
    expect(await jobs.get(job)).toMatchObject({ state: 'done', done: 3, failed: 0 });
    expect(balances()).toEqual([50, 150, 250]);

    const undo = await jobs.move(job, 'undo');
    await jobs.work();
    expect(balances()).toEqual([0, 100, 200]);
    await loseOutcomes(Number(undo.id));
    await jobs.work();
    expect(balances()).toEqual([0, 100, 200]);
    expect([...(program.adjustments ?? new Map()).values()]).toMatchObject(
      [1, 1, 1, -1, -1, -1].map((sign) => ({
        points: sign * 50,
        reason: sign > 0 ? 'Goodwill' : 'Undo: Goodwill',
      })),
    );
  });

  test('members without enough points are skipped, and left out of the undo', async () => {
    const job = await run({ points: { points: -150, reason: 'Mistake' } });
    expect(balances()).toEqual([0, 100, 50]);
    expect(await jobs.get(job)).toMatchObject({
      state: 'done',
      changed: 1,
      skipped: 2,
      failed: 0,
      reasons: [{ reason: 'Too few points', result: 'skipped', count: 2 }],
    });
    expect(await jobs.result(job)).toContain('M-0,S-0,,,,skipped,Too few points');
    expect((await jobs.post(`/${job.id}/retry`)).status).toBe(409);
    expect((await jobs.move(job, 'undo')).total).toBe(1);
    await jobs.work();
    expect(balances()).toEqual([0, 100, 200]);
  });

  test('a loyalty service without adjustments fails each row with its reason', async () => {
    program.adjustments = undefined;
    const job = await run({ points: { points: 5, reason: 'Goodwill' } });
    expect(await jobs.result(job)).toContain(
      "M-1,S-1,,,,failed,The loyalty service can't adjust points",
    );
    expect((await jobs.post(`/${job.id}/undo`)).status).toBe(409);
  });

  test('the tier is changed where it differs, and restored unless it was changed since', async () => {
    const put = (id: string, tierId: string) => {
      const member = program.members.get(id) as Member;
      program.members.set(id, { ...member, tier_info: { ...SILVER, loyalty_tier_id: tierId } });
    };
    put('S-2', 'T-2');
    const job = await run({ tier_id: 'T-2' });
    const sent = () =>
      [...program.members.values()].map(
        (each) => (each as { current_tier_id?: string }).current_tier_id,
      );
    // The program assigns no tiers itself.
    expect(sent()).toEqual(['T-2', 'T-2', undefined]);
    put('S-0', 'T-2');
    put('S-1', 'T-3');
    // The first member had none, which can't be restored.
    const undo = await jobs.move(job, 'undo');
    expect(undo.total).toBe(1);
    await jobs.work();
    expect(await jobs.result(undo)).toContain(
      'M-1,S-1,,,,skipped,current_tier_id: Changed from “T-2” to “T-3” since then',
    );
    expect((await jobs.post(`/${undo.id}/retry`)).status).toBe(409);
    expect(sent()).toEqual(['T-2', 'T-2', undefined]);
  });

  /** As after a crash between the calls of a batch and the end of its transaction. */
  async function loseOutcomes(id: number): Promise<void> {
    await storage.db
      .update(gatewayJobRows)
      .set({ state: 'pending' })
      .where(eq(gatewayJobRows.jobId, id));
    await storage.db
      .update(gatewayJobs)
      .set({ state: 'queued', done: 0, endedAt: null, nextAttemptAt: sql`null` })
      .where(eq(gatewayJobs.id, id));
  }
});
