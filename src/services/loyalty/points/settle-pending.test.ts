import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getMember } from '#contract/loyalty/members/members.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { addActivity, addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { one } from '#services/platform/database/one.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { earnActivity } from './earn-activity.ts';
import { settlePending } from './settle-pending.ts';

const DAY = 86_400;

describeBothStorages('pending points', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let program: Program;
  let memberId: number;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const created = await createProgram(storage.db, { pointsExpireAfterDays: 30 });
    program = created.program;
    client = createClient(service.baseUrl, created.credentials);
    memberId = one(await addMembers(storage.db, program.id, [{ memberId: 'M-1' }])).id;
    await addActivity(storage.db, program.id, { activityId: 'ten' });
    for (const [activityId, approvalMethod] of [
      ['buy', 'immediate'],
      ['buy_and_wait', 'manual'],
    ] as const) {
      const pointsConfig = { points_computation_type: 'multiplier_based', multiplier: 1 } as const;
      await addActivity(storage.db, program.id, { activityId, approvalMethod, pointsConfig });
    }
    await addActivity(storage.db, program.id, {
      activityId: 'waits',
      approvalMethod: 'manual',
      resetsPointsExpiry: true,
    });
  });

  const earn = (activityId: string, quantity = 1) =>
    storage.db.transaction((tx) =>
      earnActivity(tx, program, { memberId: 'M-1', activityId, quantity }, service.clock.now()),
    );
  const settle = (approved: boolean) =>
    storage.db.transaction((tx) =>
      settlePending(tx, program, { memberId, approved }, service.clock.now()),
    );
  const read = async () =>
    (await client.call(getMember, { params: { member: 'M-1' }, query: { idParam: 'member_id' } }))
      .data;

  test('are approved after the points that are due have expired', async () => {
    await earn('ten');
    await earn('waits');
    service.clock.advance(31 * DAY);
    await settle(true);
    expect(await read()).toMatchObject({
      pending_points: 0,
      available_points: 10,
      lifetime_points_earned: 20,
      lifetime_points_expired: 10,
    });
  });

  test('renew the expiry of other points only if they are approved', async () => {
    const expiry = async () =>
      (await read()).points_expiration_schedule?.map(({ expiration_date: date }) => date);
    await earn('ten');
    const first = await expiry();
    service.clock.advance(DAY);
    await earn('waits');
    await settle(false);
    expect(await expiry()).toEqual(first);
    await earn('waits');
    expect(await expiry()).toEqual(first);
    await settle(true);
    const renewed = await expiry();
    expect(renewed).toHaveLength(1);
    expect(renewed).not.toEqual(first);
  });

  test('of a purchase count it only once they are approved, at its date', async () => {
    await earn('buy_and_wait', 20.5);
    await settle(false);
    expect(await read()).toMatchObject({
      revenue: 0,
      number_of_purchases: 0,
      first_purchase_date: null,
    });

    await earn('buy_and_wait', 30);
    const first = service.clock.now().toISOString();
    service.clock.advance(DAY);
    await earn('buy', 10);
    const last = service.clock.now().toISOString();
    expect(await read()).toMatchObject({ revenue: 10, first_purchase_date: last });
    service.clock.advance(DAY);
    await settle(true);
    expect(await read()).toMatchObject({
      revenue: 40,
      number_of_purchases: 2,
      first_purchase_date: first,
      last_purchase_date: last,
    });
  });
});
