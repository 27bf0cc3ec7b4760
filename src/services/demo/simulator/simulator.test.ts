import { afterAll, beforeAll, expect, test } from 'vitest';
import { addActivity, addMembers, addTiers, createProgram } from '../../loyalty/testing/program.ts';
import { webhookEvents } from '../../loyalty/webhooks/webhook-events-table.ts';
import { createServer } from '../../platform/http/server.ts';
import { silentLog } from '../../platform/testing/silent-log.ts';
import { describeStorages } from '../../platform/testing/storages.ts';
import { createTestClock } from '../../platform/testing/test-clock.ts';
import { simulator } from './simulator.ts';

describeStorages('the simulator', (storage) => {
  const server = createServer(silentLog);
  let secondPartner: string;

  beforeAll(async () => {
    const dependencies = { db: storage.db, clock: createTestClock() };
    await server.register(async (app) => simulator(app, dependencies), { prefix: '/demo/loyalty' });
    const { program } = await createProgram(storage.db);
    const second = await createProgram(storage.db);
    secondPartner = second.program.partnerId;
    const [bronze] = await addTiers(storage.db, program.id, { Bronze: 0, Silver: 100 });
    await addActivity(storage.db, program.id, {
      activityId: 'purchase',
      pointsConfig: {
        points_computation_type: 'multiplier_based',
        attribute_to_multiply: null,
        multiplier: 1,
      },
    });
    await addMembers(storage.db, program.id, [
      { memberId: 'M-1', tierId: bronze?.id ?? null },
      { memberId: 'M-2', status: 'blocked' },
    ]);
  });
  afterAll(() => server.close());

  const post = async (action: string, payload: unknown) => {
    const answer = await server.inject({
      method: 'POST',
      url: `/demo/loyalty/${action}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  test('earns, once or by quantity, and tells whether the tier changed', async () => {
    const purchase = { member_id: 'M-1', activity_id: 'purchase' };
    expect(await post('earn', purchase)).toEqual({
      status: 200,
      body: { points: 1, tier_changed: false },
    });
    expect((await post('earn', { ...purchase, quantity: 120 })).body).toEqual({
      points: 120,
      tier_changed: true,
    });
  });

  test('lets members enter a campaign', async () => {
    const before = await storage.db.$count(webhookEvents);
    const entered = await post('campaign-entered', {
      member_ids: ['M-1', 'M-2'],
      campaign_name: 'Spring',
    });
    expect(entered.status).toBe(200);
    expect(await storage.db.$count(webhookEvents)).toBe(before + 2);
  });

  test.each([
    ['earn', 'member_id', { activity_id: 'purchase' }],
    ['earn', 'member_id', { member_id: 'M-9', activity_id: 'purchase' }],
    ['earn', 'member_id', { member_id: 'M-2', activity_id: 'purchase' }],
    ['earn', 'member_id', { member_id: 'M\0', activity_id: 'purchase' }],
    ['earn', 'activity_id', { member_id: 'M-1', activity_id: 'none' }],
    ['earn', 'quantity', { member_id: 'M-1', activity_id: 'purchase', quantity: 1e300 }],
    ['earn', 'quantity', { member_id: 'M-1', activity_id: 'purchase', quantity: -1 }],
    ['earn', 'partner_id', { member_id: 'M-1', activity_id: 'purchase', partner_id: 'none' }],
    ['campaign-entered', 'member_ids', { member_ids: [], campaign_name: 'Spring' }],
    ['campaign-entered', 'member_ids', { member_ids: ['M-9'], campaign_name: 'Spring' }],
    ['campaign-entered', 'campaign_name', { member_ids: ['M-1'] }],
  ])('%s refuses, naming %s', async (action, field, body) => {
    const answer = await post(action, body);
    expect(answer.status).toBe(400);
    expect(answer.body.reason).toMatch(new RegExp(`^${field}`));
  });

  test('takes another program by its partner_id', async () => {
    const answer = await post('earn', {
      member_id: 'M-1',
      activity_id: 'purchase',
      partner_id: secondPartner,
    });
    expect(answer.body.reason).toMatch(/^activity_id/);
  });
});
