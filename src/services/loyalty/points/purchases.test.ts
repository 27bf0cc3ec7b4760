import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getMember } from '#contract/loyalty/members/members.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { addActivity, addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { earnActivity } from './earn-activity.ts';

describeBothStorages('purchases', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let program: Program;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const made = await createProgram(storage.db);
    program = made.program;
    client = createClient(service.baseUrl, made.credentials);
    await addMembers(storage.db, program.id, [
      { memberId: 'M-1', customAttributes: { visits: 3 } },
    ]);
    const multiply = (attribute: string | null) => ({
      points_computation_type: 'multiplier_based' as const,
      attribute_to_multiply: attribute,
      multiplier: 2,
    });
    await addActivity(storage.db, program.id, { activityId: 'buy', pointsConfig: multiply(null) });
    await addActivity(storage.db, program.id, {
      activityId: 'buy_once',
      pointsConfig: multiply(null),
      rulesConfig: [
        {
          rule_type: 'Frequency',
          is_active: true,
          is_archived: false,
          conditions: [{ frequency_value: '1', frequency_range: 'LIFETIME' }],
        },
      ],
    });
    await addActivity(storage.db, program.id, {
      activityId: 'visit',
      pointsConfig: multiply('visits'),
    });
    await addActivity(storage.db, program.id, { activityId: 'review' });
  });

  const earn = (activityId: string, quantity = 1) =>
    storage.db.transaction((tx) =>
      earnActivity(tx, program, { memberId: 'M-1', activityId, quantity }, service.clock.now()),
    );
  const read = async () =>
    (await client.call(getMember, { params: { member: 'M-1' }, query: { idParam: 'member_id' } }))
      .data;

  test('are recorded for an activity by quantity, with revenue, count, average and dates', async () => {
    expect(await read()).toMatchObject({
      revenue: 0,
      aov: 0,
      number_of_purchases: 0,
      first_purchase_date: null,
      last_purchase_date: null,
    });
    await earn('buy', 19.99);
    const first = service.clock.now().toISOString();
    service.clock.advance(3600);
    await earn('buy', 100);
    expect(await read()).toMatchObject({
      revenue: 119.99,
      aov: 60,
      number_of_purchases: 2,
      number_of_activities: '2',
      first_purchase_date: first,
      last_purchase_date: service.clock.now().toISOString(),
      available_points: 239,
    });
  });

  test.each(['visit', 'review'])(
    'are not recorded for %s, which needs no amount',
    async (activity) => {
      await earn(activity, 50);
      expect(await read()).toMatchObject({
        revenue: 0,
        number_of_purchases: 0,
        number_of_activities: '1',
        last_purchase_date: null,
      });
    },
  );

  test('are not recorded for an activity that no longer counts', async () => {
    await earn('buy_once', 10);
    const before = await read();
    service.clock.advance(60);
    expect(await earn('buy_once', 10)).toEqual({ points: 0, tierChanged: false, isUsedUp: true });
    expect(await read()).toEqual(before);
  });

  test('are all counted when concurrent', async () => {
    await Promise.all(Array.from({ length: 8 }, () => earn('buy', 12.5)));
    expect(await read()).toMatchObject({ revenue: 100, number_of_purchases: 8, aov: 12.5 });
  });
});
