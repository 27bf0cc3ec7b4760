import { asc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createMember, getMember } from '#contract/loyalty/members/members.ts';
import { besideLoyalty, freshProgram } from '#services/admin/testing/admin-scene.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('admin points and campaigns', (store) => {
  const scene = besideLoyalty(store);
  const program = freshProgram(scene);

  beforeEach(async () => {
    await scene.admin.done(program.of('tiers', 'create', 'Bronze', '--threshold', '0'));
    await scene.admin.done(program.of('tiers', 'create', 'Silver', '--threshold', '100'));
    await scene.admin.done(
      program.of('activities', 'create', 'buy', '--name', 'Buy', '--multiplier', '2'),
    );
    await program.client.call(createMember, { body: { member_id: 'M-1' } });
  });

  const points = (verb: string, ...words: string[]) => program.of('points', verb, 'M-1', ...words);
  const member = async () => {
    const call = { params: { member: 'M-1' }, query: { idParam: 'member_id' } };
    return (await program.client.call(getMember, call)).data;
  };
  const eventTypes = async () => {
    const rows = await store.db.select().from(outboundEvents).orderBy(asc(outboundEvents.id));
    return rows.map(({ eventType }) => eventType);
  };

  test('an activity earns; the tier and its event follow', async () => {
    const before = (await eventTypes()).length;
    expect(
      await scene.admin.json(points('earn', '--activity', 'buy', '--quantity', '49.5')),
    ).toEqual({
      member_id: 'M-1',
      activity_id: 'buy',
      points: 99,
      tier_changed: false,
    });
    expect(await scene.admin.json(points('earn', '--activity', 'buy'))).toMatchObject({
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
    await scene.admin.done(points('earn', '--activity', 'buy', '--quantity', '60'));
    expect(await scene.admin.json(points('redeem', '30'))).toMatchObject({ tier_changed: false });
    expect(await scene.admin.json(points('deduct', '80'))).toMatchObject({ tier_changed: true });
    expect(await member()).toMatchObject({
      available_points: 10,
      lifetime_points_redeemed: 30,
      lifetime_points_deducted: 80,
    });
    for (const verb of ['redeem', 'deduct']) {
      expect(await scene.admin.refused(points(verb, '11'))).toBe('There are not enough points');
    }
    expect((await member()).available_points).toBe(10);
  });

  test.each([
    ['approve', 80],
    ['reject', 0],
  ])('what waits for approval: %s', async (verb, available) => {
    await scene.admin.done(program.of('activities', 'update', 'buy', '--approval', 'manual'));
    await scene.admin.done(points('earn', '--activity', 'buy', '--quantity', '40'));
    expect(await member()).toMatchObject({ available_points: 0, pending_points: 80 });
    expect(await scene.admin.json(points(verb))).toMatchObject({ settled: 1, points: 80 });
    expect(await member()).toMatchObject({ available_points: available, pending_points: 0 });
    expect(await scene.admin.json(points(verb))).toMatchObject({ settled: 0 });
  });

  test('members enter a campaign, all or none of them', async () => {
    const before = (await eventTypes()).length;
    const enter = program.of('campaigns', 'enter', 'Spring', '--member', 'M-1');
    expect(await scene.admin.refused([...enter, '--member', 'M-9'])).toBe(
      'member_ids: There is no member M-9',
    );
    expect((await scene.admin.done(enter)).said).toBe('M-1 entered Spring.\n');
    expect((await eventTypes()).slice(before)).toEqual(['event_campaign_entered']);
  });

  test('who and what is not there is said', async () => {
    expect(
      await scene.admin.refused(program.of('points', 'earn', 'M-9', '--activity', 'buy')),
    ).toBe('member_id: There is no such member');
    expect(await scene.admin.refused(points('earn', '--activity', 'sell'))).toMatch(
      /^activity_id: /,
    );
    for (const words of [
      ['redeem', '0'],
      ['deduct', '1.5'],
      ['earn', '--activity', 'buy', '--quantity', '1000001'],
    ]) {
      const [verb = '', ...rest] = words;
      expect((await scene.admin.run(points(verb, ...rest))).code).toBe(2);
    }
  });
});
