import { asc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createMember, getMember } from '#contract/loyalty/members/members.ts';
import {
  createLoyaltyFixture,
  createProgramFixture,
} from '#services/admin/testing/admin-fixture.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('admin points and campaigns', (store) => {
  const fixture = createLoyaltyFixture(store);
  const program = createProgramFixture(fixture);

  beforeEach(async () => {
    await fixture.admin.runOk(program.args('tiers', 'create', 'Bronze', '--threshold', '0'));
    await fixture.admin.runOk(program.args('tiers', 'create', 'Silver', '--threshold', '100'));
    await fixture.admin.runOk(
      program.args('activities', 'create', 'buy', '--name', 'Buy', '--multiplier', '2'),
    );
    await program.client.call(createMember, { body: { member_id: 'M-1' } });
  });

  const points = (subcommand: string, ...args: string[]) =>
    program.args('points', subcommand, 'M-1', ...args);
  const member = async () => {
    const call = { params: { member: 'M-1' }, query: { idParam: 'member_id' } };
    return (await program.client.call(getMember, call)).data;
  };
  const eventTypes = async () => {
    const rows = await store.db.select().from(outboundEvents).orderBy(asc(outboundEvents.id));
    return rows.map(({ eventType }) => eventType);
  };

  test('earn grants points, updates the tier and emits its event', async () => {
    const before = (await eventTypes()).length;
    expect(
      await fixture.admin.runJson(points('earn', '--activity', 'buy', '--quantity', '49.5')),
    ).toEqual({
      member_id: 'M-1',
      activity_id: 'buy',
      points: 99,
      tier_changed: false,
    });
    expect(await fixture.admin.runJson(points('earn', '--activity', 'buy'))).toMatchObject({
      points: 2,
      tier_changed: true,
    });
    expect(await member()).toMatchObject({
      available_points: 101,
      tier_info: { loyalty_tier_name: 'Silver' },
    });
    expect((await eventTypes()).slice(before)).toEqual(['event_member_tierupgrade']);
  });

  test('redeem and deduct take at most the available points', async () => {
    await fixture.admin.runOk(points('earn', '--activity', 'buy', '--quantity', '60'));
    expect(await fixture.admin.runJson(points('redeem', '30'))).toMatchObject({
      tier_changed: false,
    });
    expect(await fixture.admin.runJson(points('deduct', '80'))).toMatchObject({
      tier_changed: true,
    });
    expect(await member()).toMatchObject({
      available_points: 10,
      lifetime_points_redeemed: 30,
      lifetime_points_deducted: 80,
    });
    for (const subcommand of ['redeem', 'deduct']) {
      expect(await fixture.admin.runError(points(subcommand, '11'))).toBe(
        'There are not enough points',
      );
    }
    expect((await member()).available_points).toBe(10);
  });

  test.each([
    ['approve', 80],
    ['reject', 0],
  ])('%s settles pending points', async (subcommand, available) => {
    await fixture.admin.runOk(program.args('activities', 'update', 'buy', '--approval', 'manual'));
    await fixture.admin.runOk(points('earn', '--activity', 'buy', '--quantity', '40'));
    expect(await member()).toMatchObject({ available_points: 0, pending_points: 80 });
    expect(await fixture.admin.runJson(points(subcommand))).toMatchObject({
      settled: 1,
      points: 80,
    });
    expect(await member()).toMatchObject({ available_points: available, pending_points: 0 });
    expect(await fixture.admin.runJson(points(subcommand))).toMatchObject({ settled: 0 });
  });

  test('enter applies to all given members or to none', async () => {
    const before = (await eventTypes()).length;
    const enter = program.args('campaigns', 'enter', 'Spring', '--member', 'M-1');
    expect(await fixture.admin.runError([...enter, '--member', 'M-9'])).toBe(
      'member_ids: There is no member M-9',
    );
    expect((await fixture.admin.runOk(enter)).stderr).toBe('M-1 entered Spring.\n');
    expect((await eventTypes()).slice(before)).toEqual(['event_campaign_entered']);
  });

  test('missing members and activities, and invalid numbers, are reported', async () => {
    expect(
      await fixture.admin.runError(program.args('points', 'earn', 'M-9', '--activity', 'buy')),
    ).toBe('member_id: There is no such member');
    expect(await fixture.admin.runError(points('earn', '--activity', 'sell'))).toMatch(
      /^activity_id: /,
    );
    for (const args of [
      ['redeem', '0'],
      ['deduct', '1.5'],
      ['earn', '--activity', 'buy', '--quantity', '1000001'],
    ]) {
      const [subcommand = '', ...rest] = args;
      expect((await fixture.admin.run(points(subcommand, ...rest))).code).toBe(2);
    }
  });
});
