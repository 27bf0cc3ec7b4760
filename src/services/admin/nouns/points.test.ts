import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMember, getMember } from '#contract/loyalty/members.ts';
import { type Client, createClient } from '../../loyalty/testing/client.ts';
import { startLoyalty, type TestLoyalty } from '../../loyalty/testing/start-loyalty.ts';
import { webhookEvents } from '../../loyalty/webhooks/webhook-events-table.ts';
import { describeStorages } from '../../platform/testing/storages.ts';
import { startAdmin, type TestAdmin } from '../testing/start-admin.ts';

describeStorages('admin points and campaigns', (store) => {
  let service: TestLoyalty;
  let admin: TestAdmin;
  let client: Client;
  let partnerId: string;
  let serial = 0;

  beforeAll(async () => {
    service = await startLoyalty(store.storage);
    admin = await startAdmin(store.storage, service.dependencies);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    serial += 1;
    partnerId = `acme-${serial}`;
    const program = ['programs', 'create', partnerId, '--name', 'A'];
    await admin.done([...program, '--referral-base-url', 'https://x.com/']);
    await admin.done(of('tiers', 'create', 'Bronze', '--threshold', '0'));
    await admin.done(of('tiers', 'create', 'Silver', '--threshold', '100'));
    await admin.done(of('activities', 'create', 'buy', '--name', 'Buy', '--multiplier', '2'));
    const { api_key } = (await admin.json(of('api-keys', 'create', 'test'))) as { api_key: string };
    client = createClient(service.baseUrl, { 'api-key': api_key, 'partner-id': partnerId });
    await client.call(createMember, { body: { member_id: 'M-1' } });
  });

  const of = (...words: string[]) => [...words, '--program', partnerId];
  const points = (verb: string, ...words: string[]) => of('points', verb, 'M-1', ...words);
  const member = async () => {
    const call = { params: { member: 'M-1' }, query: { idParam: 'member_id' } };
    return (await client.call(getMember, call)).data;
  };
  const eventTypes = async () => {
    const rows = await store.db.select().from(webhookEvents).orderBy(asc(webhookEvents.id));
    return rows.map(({ eventType }) => eventType);
  };

  test('an activity earns; the tier and its event follow', async () => {
    const before = (await eventTypes()).length;
    expect(await admin.json(points('earn', '--activity', 'buy', '--quantity', '49.5'))).toEqual({
      member_id: 'M-1',
      activity_id: 'buy',
      points: 99,
      tier_changed: false,
    });
    expect(await admin.json(points('earn', '--activity', 'buy'))).toMatchObject({
      points: 2,
      tier_changed: true,
    });
    expect(await member()).toMatchObject({
      available_points: 101,
      tier_info: { loyalty_tier_name: 'Silver' },
    });
    expect((await eventTypes()).slice(before)).toEqual(['event_member_tierupgrade']);
  });

  test('points are redeemed and taken back, never more than there are', async () => {
    await admin.done(points('earn', '--activity', 'buy', '--quantity', '60'));
    expect(await admin.json(points('redeem', '30'))).toMatchObject({ tier_changed: false });
    expect(await admin.json(points('deduct', '80'))).toMatchObject({ tier_changed: true });
    expect(await member()).toMatchObject({
      available_points: 10,
      lifetime_points_redeemed: 30,
      lifetime_points_deducted: 80,
    });
    for (const verb of ['redeem', 'deduct']) {
      expect(await admin.refused(points(verb, '11'))).toBe('There are not enough points');
    }
    expect((await member()).available_points).toBe(10);
  });

  test.each([
    ['approve', 80],
    ['reject', 0],
  ])('what waits for approval: %s', async (verb, available) => {
    await admin.done(of('activities', 'update', 'buy', '--approval', 'manual'));
    await admin.done(points('earn', '--activity', 'buy', '--quantity', '40'));
    expect(await member()).toMatchObject({ available_points: 0, pending_points: 80 });
    expect(await admin.json(points(verb))).toMatchObject({ settled: 1, points: 80 });
    expect(await member()).toMatchObject({ available_points: available, pending_points: 0 });
    expect(await admin.json(points(verb))).toMatchObject({ settled: 0 });
  });

  test('members enter a campaign, all or none of them', async () => {
    const before = (await eventTypes()).length;
    const enter = of('campaigns', 'enter', 'Spring', '--member', 'M-1');
    expect(await admin.refused([...enter, '--member', 'M-9'])).toBe(
      'member_ids: There is no member M-9',
    );
    expect((await admin.done(enter)).said).toBe('M-1 entered Spring.\n');
    expect((await eventTypes()).slice(before)).toEqual(['event_campaign_entered']);
  });

  test('who and what is not there is said', async () => {
    expect(await admin.refused(of('points', 'earn', 'M-9', '--activity', 'buy'))).toBe(
      'member_id: There is no such member',
    );
    expect(await admin.refused(points('earn', '--activity', 'sell'))).toMatch(/^activity_id: /);
    for (const words of [
      ['redeem', '0'],
      ['deduct', '1.5'],
      ['earn', '--activity', 'buy', '--quantity', '1000001'],
    ]) {
      const [verb = '', ...rest] = words;
      expect((await admin.run(points(verb, ...rest))).code).toBe(2);
    }
  });
});
