import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { gatewayJobRows, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const PEOPLE: Member[] = [
  { id: 'S-1', member_id: 'M-1', member_status: 'active', member_tags: ['vip', 'gold'] },
  { id: 'S-2', member_id: 'M-2', member_status: 'opted_out', member_tags: ['new'] },
  { id: 'S-3', member_id: 'M-3', member_status: 'blocked', custom_attributes: { size: 'M' } },
].map((member) => ({ email_subscription_status: 'subscribed', ...member }));

const CHANGE = {
  add_tags: ['new'],
  remove_tags: ['vip'],
  status: 'blocked',
  subscription: 'unsubscribed',
  custom_attributes: { size: 'L' },
};

describeBothStorages('the undo of a change', (storage) => {
  afterEach(() => expectFigures(storage.db));
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

  const update = (id: string, change: Partial<Member>) =>
    program.members.set(id, { ...program.members.get(id), ...change } as Member);
  const run = async (data: object) => {
    const job = await jobs.create({ selection: { filter: {} }, ...data });
    await jobs.work();
    return job;
  };
  const detailOf = async (response: Response) => [response.status, await response.json()] as const;

  test('gives each member back what was changed, in the directory too', async () => {
    const job = await run({ kind: 'change', change: CHANGE });
    expect(program.members.get('S-1')).toMatchObject({ member_tags: ['gold', 'new'] });
    const undo = await jobs.move(job, 'undo');
    expect(undo).toMatchObject({
      kind: 'change',
      state: 'queued',
      total: PEOPLE.length,
      summary: { undo_of: job.id, change: CHANGE },
    });
    expect((await jobs.get(job)).undone_by).toBe(undo.id);
    await jobs.work();
    expect(await jobs.get(undo)).toMatchObject({ state: 'done', done: 3, failed: 0 });
    expect(await jobs.listIds({ status: 'opted_out', tag: 'new' })).toEqual(['M-2']);
    expect(await jobs.listIds({ tag: 'vip' })).toEqual(['M-1']);
    for (const { id, member_tags: tags = [], ...before } of PEOPLE) {
      // An attribute that a member didn't have can't be removed.
      const attributes = before.custom_attributes ?? { size: 'L' };
      const member = program.members.get(id);
      expect(member).toMatchObject({ ...before, custom_attributes: attributes });
      expect([...(member?.member_tags ?? [])].sort()).toEqual([...tags].sort());
    }
  });

  test('keeps what others have changed since, and says so', async () => {
    const job = await run({ kind: 'change', change: CHANGE });
    update('S-1', { member_tags: ['gold', 'new', 'later'], member_status: 'opted_out' });
    update('S-2', { member_tags: ['later', 'new'], member_status: 'opted_out' });
    const undo = await jobs.move(job, 'undo');
    await jobs.work();
    expect(await jobs.get(undo)).toMatchObject({
      state: 'done',
      changed: 2,
      skipped: 1,
      failed: 0,
      reasons: [{ reason: 'Changed since then', result: 'skipped', count: 1 }],
    });
    expect(await jobs.result(undo)).toContain(
      'M-1,S-1,,,,,,,,,,skipped,member_status: Changed from “blocked” to “opted_out” since then',
    );
    expect(program.members.get('S-1')?.member_tags).toContain('later');
    expect(program.members.get('S-2')).toMatchObject({
      member_tags: ['later', 'new'],
      member_status: 'opted_out',
      email_subscription_status: 'subscribed',
    });
  });

  test('is possible once, of a change that has ended and changed members', async () => {
    const exported = await run({ kind: 'export' });
    const unchanged = await run({ kind: 'change', change: { remove_tags: ['none'] } });
    const done = await run({ kind: 'change', change: { add_tags: ['new'] } });
    const queued = await jobs.create({
      kind: 'change',
      selection: { filter: {} },
      change: { add_tags: ['queued'] },
    });
    const undoing = () => jobs.post(`/${done.id}/undo`);
    const statuses = (await Promise.all([undoing(), undoing()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([202, 409]);
    const undo = (await jobs.get(done)).undone_by ?? '';
    const expected: [string, string][] = [
      [exported.id, 'Only a change of members can be undone.'],
      [undo, 'Only a change of members can be undone.'],
      [unchanged.id, 'This job has nothing to undo.'],
      [done.id, 'This job was undone already.'],
      [queued.id, 'This job has not ended yet.'],
    ];
    for (const [id, detail] of expected) {
      const response = await jobs.post(`/${id}/undo`);
      expect(await detailOf(response)).toEqual([
        409,
        { errors: [expect.objectContaining({ detail })] },
      ]);
    }
    expect((await jobs.post(`/${done.id}/retry`)).status).toBe(409);
  });

  test('of a job that was stopped restores the members that it had changed', async () => {
    program.intercept = () => (program.applied.length > 0 ? { status: 503 } : undefined);
    const job = await run({ kind: 'change', change: { status: 'blocked' } });
    await jobs.move(job, 'cancel');
    program.intercept = () => undefined;
    jobs.clock.advance(200);
    await jobs.work();
    const undo = await jobs.move(job, 'undo');
    await jobs.work();
    expect(await jobs.get(undo)).toMatchObject({ state: 'done', failed: 0 });
    expect([...program.members.values()].map((each) => each.member_status)).toEqual(
      PEOPLE.map((each) => each.member_status),
    );
  });

  test('copies the rows of a large job in batches', async () => {
    const total = 25_000;
    const job = await run({ kind: 'change', change: { add_tags: ['new'] } });
    await storage.db.execute(sql`
      insert into ${gatewayJobRows} (job_id, position, service_id, member_id, state, undo)
      select ${job.id}, n, 'S-1', 'M-1', 'done', '{"remove_tags":["new"]}'
      from generate_series(${PEOPLE.length + 1}::int, ${total}::int) n`);
    await storage.db.update(gatewayJobs).set({ total });
    // The member that had the tag is left out.
    expect((await jobs.move(job, 'undo')).total).toBe(total - 1);
  });
});
