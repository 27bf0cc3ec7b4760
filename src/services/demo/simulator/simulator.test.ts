import { desc } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addActivity,
  addMembers,
  addTiers,
  createProgram,
} from '#services/loyalty/testing/program.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { createServer } from '#services/platform/http/server.ts';
import { fuzzDocument } from '#services/platform/testing/fuzz/fuzz-document.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { simulatorRoutes } from './simulator.ts';

describeBothStorages('simulator', (storage) => {
  const server = createServer(silentLog);
  const actions: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    if (method === 'POST') actions.push(url.replace('/demo/loyalty/', ''));
  });
  let secondPartner: string;

  beforeAll(async () => {
    const dependencies = { db: storage.db, clock: createTestClock() };
    await server.register(async (app) => simulatorRoutes(app, dependencies), {
      prefix: '/demo/loyalty',
    });
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
    await addActivity(storage.db, program.id, {
      activityId: 'waits',
      approvalMethod: 'manual',
      pointsConfig: { points_computation_type: 'fixed_points', points: 100 },
    });
    const tierId = bronze?.id ?? null;
    await addMembers(storage.db, program.id, [
      { memberId: 'M-1', tierId },
      { memberId: 'M-2', status: 'blocked' },
      { memberId: 'M-3', tierId },
      { memberId: 'M-4', tierId },
    ]);
  });
  afterAll(() => server.close());

  const post = async (action: string, payload: unknown) => {
    const response = await server.inject({
      method: 'POST',
      url: `/demo/loyalty/${action}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
    return { status: response.statusCode, body: response.json() };
  };

  test('earns points, once or by quantity, and returns whether the tier changed', async () => {
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

  test('deducts and redeems points', async () => {
    await post('earn', { member_id: 'M-3', activity_id: 'purchase', quantity: 150 });
    expect((await post('redeem', { member_id: 'M-3', points: 20 })).body).toEqual({
      points: 20,
      tier_changed: false,
    });
    expect((await post('deduct', { member_id: 'M-3', points: 60 })).body).toEqual({
      points: 60,
      tier_changed: true,
    });
    const tooMany = await post('redeem', { member_id: 'M-3', points: 71 });
    expect(tooMany.status).toBe(400);
    expect(tooMany.body.reason).toMatch(/^points/);
    expect((await post('redeem', { member_id: 'M-3', points: 70 })).status).toBe(200);
  });

  test('settles all pending points, once', async () => {
    const waiting = { member_id: 'M-4', activity_id: 'waits' };
    const settle = async (approved: boolean) =>
      (await post('settle', { member_id: 'M-4', approved })).body;
    await post('earn', waiting);
    expect(await settle(false)).toEqual({ settled: 1, points: 100, tier_changed: false });
    await post('earn', waiting);
    await post('earn', waiting);
    expect(await settle(true)).toEqual({ settled: 2, points: 200, tier_changed: true });
    expect(await settle(true)).toEqual({ settled: 0, points: 0, tier_changed: false });
  });

  test('lets members enter a campaign', async () => {
    const before = await storage.db.$count(outboundEvents);
    const entered = await post('campaign-entered', {
      member_ids: ['M-1', 'M-2'],
      campaign_name: 'Spring',
    });
    expect(entered.status).toBe(200);
    expect(await storage.db.$count(outboundEvents)).toBe(before + 2);
  });

  test('lets all members of the demo enter a campaign in one request, and no more', async () => {
    const { program } = await createProgram(storage.db);
    const member_ids = Array.from({ length: 5000 }, (_, n) => `M-${n}`);
    for (let start = 0; start < member_ids.length; start += 1000) {
      const batch = member_ids.slice(start, start + 1000).map((memberId) => ({ memberId }));
      await addMembers(storage.db, program.id, batch);
    }
    const before = await storage.db.$count(outboundEvents);
    const entering = { partner_id: program.partnerId, campaign_name: 'Spring' };
    expect((await post('campaign-entered', { ...entering, member_ids })).status).toBe(200);
    expect(await storage.db.$count(outboundEvents)).toBe(before + 5000);
    const tooMany = await post('campaign-entered', {
      ...entering,
      member_ids: [...member_ids, 'M-0'],
    });
    expect(tooMany).toMatchObject({
      status: 400,
      body: { reason: expect.stringMatching(/^member_ids/) },
    });
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
    ['deduct', 'member_id', { member_id: 'M-9', points: 1 }],
    ['deduct', 'points', { member_id: 'M-1', points: 0 }],
    ['deduct', 'points', { member_id: 'M-1', points: 1.5 }],
    ['deduct', 'points', { member_id: 'M-1', points: 1e300 }],
    ['redeem', 'member_id', { member_id: 'M-2', points: 1 }],
    ['redeem', 'points', { member_id: 'M-1' }],
    ['settle', 'member_id', { member_id: 'M-9', approved: true }],
    ['settle', 'approved', { member_id: 'M-1', approved: 'yes' }],
    ['settle', 'partner_id', { member_id: 'M-1', approved: true, partner_id: 'none' }],
  ])('%s names the invalid field %s', async (action, field, body) => {
    const response = await post(action, body);
    expect(response.status).toBe(400);
    expect(response.body.reason).toMatch(new RegExp(`^${field}`));
  });

  test.each(['earn', 'deduct', 'redeem', 'settle', 'campaign-entered'])(
    '%s rejects invalid bodies without failing',
    async (action) => {
      const body = fuzzDocument(
        {
          type: 'object',
          properties: {
            member_id: { type: 'string' },
            activity_id: { type: 'string' },
            quantity: { type: 'number' },
            points: { type: 'integer' },
            approved: { type: 'boolean' },
            member_ids: { type: 'array', items: { type: 'string' } },
            campaign_name: { type: 'string' },
          },
        },
        {
          member_id: ['M-1', 'M-4'],
          activity_id: ['purchase', 'waits'],
          quantity: [1, 0.5],
          points: [1],
          approved: [true],
          member_ids: [['M-1']],
          campaign_name: ['Spring'],
        },
      );
      const statuses = new Set<number>();
      await fc.assert(
        fc.asyncProperty(body, async (text) => {
          const response = await server.inject({
            method: 'POST',
            url: `/demo/loyalty/${action}`,
            headers: { 'content-type': 'application/json' },
            payload: Buffer.from(text, 'latin1'),
          });
          statuses.add(response.statusCode);
          expect([200, 400, 413]).toContain(response.statusCode);
        }),
        // A fixed seed, with which every action succeeds at least once.
        { numRuns: 100, seed: 4180 },
      );
      expect(statuses).toEqual(new Set([200, 400, 413]));
    },
  );

  test('every action records one event', async () => {
    const member_id = 'M-1';
    const bodies: Record<string, object> = {
      earn: { member_id, activity_id: 'purchase', quantity: 50 },
      'campaign-entered': { member_ids: [member_id, 'M-3'], campaign_name: 'Autumn' },
      deduct: { member_id, points: 1 },
      redeem: { member_id, points: 1 },
      settle: { member_id, approved: true },
    };
    expect(Object.keys(bodies)).toEqual(actions);
    for (const action of actions) {
      const before = await storage.db.$count(auditEvents);
      expect(await post(action, bodies[action])).toMatchObject({ status: 200 });
      const recorded = (await storage.db.$count(auditEvents)) - before;
      expect({ action, recorded }).toEqual({ action, recorded: 1 });
    }
    const [event] = await storage.db
      .select()
      .from(auditEvents)
      .orderBy(desc(auditEvents.id))
      .limit(1);
    expect(event).toMatchObject({ actorKind: 'system', actorId: 'simulator' });
  });

  test('uses the program of the given partner_id', async () => {
    const response = await post('earn', {
      member_id: 'M-1',
      activity_id: 'purchase',
      partner_id: secondPartner,
    });
    expect(response.body.reason).toMatch(/^activity_id/);
  });
});
