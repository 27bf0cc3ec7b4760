import { afterAll, beforeAll, expect, test } from 'vitest';
import { getActivityUse, getUseOfActivity } from '#contract/loyalty/points.ts';
import { earnActivity } from '#services/loyalty/points/earn-activity.ts';
import { settlePending } from '#services/loyalty/points/settle-pending.ts';
import { adjustMember } from '#services/loyalty/testing/adjust-member.ts';
import { createClient } from '#services/loyalty/testing/client.ts';
import { addActivity, addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('the use of activities', (storage) => {
  let service: TestLoyalty;
  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());

  test('counts what members earned by each in the last 30 days', async () => {
    const { program, credentials } = await createProgram(storage.db);
    const other = await createProgram(storage.db);
    const client = createClient(service.baseUrl, credentials);
    const ids = await addMembers(storage.db, program.id, [
      { memberId: 'M-1' },
      { memberId: 'M-2' },
    ]);
    await addMembers(storage.db, other.program.id, [{ memberId: 'M-1' }]);
    for (const { id } of [program, other.program]) {
      await addActivity(storage.db, id, { activityId: 'ten' });
    }
    await addActivity(storage.db, program.id, { activityId: 'unused' });
    await addActivity(storage.db, program.id, { activityId: 'waits', approvalMethod: 'manual' });
    const earn = (memberId: string, activityId: string, of = program) =>
      storage.db.transaction((tx) =>
        earnActivity(tx, of, { memberId, activityId, quantity: 1 }, service.clock.now()),
      );
    const read = async () => (await client.call(getActivityUse)).data;

    await earn('M-1', 'ten');
    service.clock.advance(30 * DAY_SECONDS + 1);
    // Earned too long ago.
    expect(await read()).toEqual([]);
    await earn('M-1', 'ten');
    await earn('M-2', 'ten');
    await earn('M-1', 'ten', other.program);
    await earn('M-1', 'waits');
    expect(await read()).toEqual([
      { activity_id: 'ten', times: 2, points: 20 },
      { activity_id: 'waits', times: 1, points: 0 },
    ]);
    const memberId = ids[0]?.id ?? 0;
    await storage.db.transaction(async (tx) => {
      const now = service.clock.now();
      await settlePending(tx, program, { memberId, approved: true }, now);
      await adjustMember(tx, program, memberId, { points: 7, reason: 'Goodwill' }, now);
    });
    expect(await read()).toEqual([
      { activity_id: 'ten', times: 2, points: 20 },
      { activity_id: 'waits', times: 1, points: 10 },
    ]);
  });

  test('of one activity is counted by day, with the members who earned last', async () => {
    const { program, credentials } = await createProgram(storage.db);
    const other = await createProgram(storage.db);
    const client = createClient(service.baseUrl, credentials);
    const names = ['M-1', 'M-2', 'M-10', ...Array.from({ length: 9 }, (_, n) => `X-${n}`)];
    await addMembers(
      storage.db,
      program.id,
      names.map((memberId) => ({ memberId })),
    );
    await addMembers(storage.db, other.program.id, [{ memberId: 'M-1' }]);
    for (const { id } of [program, other.program]) {
      await addActivity(storage.db, id, { activityId: 'ten' });
      await addActivity(storage.db, id, { activityId: 'ten2' });
    }
    const earn = (memberId: string, activityId: string, of = program) =>
      storage.db.transaction((tx) =>
        earnActivity(tx, of, { memberId, activityId, quantity: 1 }, service.clock.now()),
      );
    const read = async (activity: string) =>
      (await client.call(getUseOfActivity, { params: { activity } })).data;

    await earn('M-1', 'ten');
    service.clock.advance(2 * DAY_SECONDS);
    await earn('M-2', 'ten');
    await earn('M-10', 'ten2');
    await earn('M-1', 'ten', other.program);
    const use = await read('ten');
    expect(use.days).toHaveLength(30);
    expect(use.days.map(({ times }) => times).slice(-3)).toEqual([1, 0, 1]);
    expect(use.days.at(-1)).toMatchObject({
      day: service.clock.now().toISOString().slice(0, 10),
      points: 10,
    });
    expect(use.members.map((member) => member.member_id)).toEqual(['M-2', 'M-1']);
    expect(use.members[0]).toMatchObject({ name: null, points: 10, needs_approval: false });

    for (const name of names) await earn(name, 'ten');
    expect((await read('ten')).members).toHaveLength(10);
    const unknown = await read('TEN');
    expect(unknown.members).toEqual([]);
    expect(unknown.days.every(({ times }) => times === 0)).toBe(true);
  });
});
