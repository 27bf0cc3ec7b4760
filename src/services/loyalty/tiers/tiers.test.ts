import { describe, expect, test } from 'vitest';
import { setUpTierMember } from '#services/loyalty/testing/tier-member.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('tiers', (storage) => {
  const member = setUpTierMember(storage);

  test('move a member up after earning enough points, with one event', async () => {
    expect((await member.earn('much')).tierChanged).toBe(true);
    expect((await member.earn('much')).tierChanged).toBe(false);
    expect(await member.events()).toMatchObject([
      {
        eventType: 'event_member_tierupgrade',
        data: {
          member_info: {
            member_id: 'M-1',
            tier_info: { loyalty_tier_name: 'Silver', qualified_points: 150 },
          },
        },
      },
    ]);
  });

  test('are not affected by activities that do not qualify', async () => {
    expect((await member.earn('beside')).tierChanged).toBe(false);
    expect(await member.tierInfo()).toMatchObject({
      loyalty_tier_name: 'Bronze',
      qualified_points: 0,
    });
  });

  test('count pending points from their approval on', async () => {
    expect((await member.earn('waits')).tierChanged).toBe(false);
    expect(await member.tierName()).toBe('Bronze');
    expect(await member.approve()).toEqual({ settled: 1, points: 150, tierChanged: true });
    expect(await member.tierName()).toBe('Silver');
    expect(await member.events()).toHaveLength(1);
  });

  describe('assigned by an operator', () => {
    test('change in both directions without an event or recalculation', async () => {
      await member.earn('much');
      expect(await member.assign(member.tiers[2])).toBe('Gold');
      expect(await member.tierInfo()).toMatchObject({ qualified_points: 150 });
      expect(await member.assign(member.tiers[0])).toBe('Bronze');
      expect(await member.tierInfo()).toMatchObject({ qualified_points: 150 });
      expect(await member.events()).toHaveLength(1);
    });

    test('stay lower until the next earning', async () => {
      await member.earn('much');
      await member.assign(member.tiers[0]);
      await member.deduct(1);
      await member.redeem(1);
      expect(await member.tierName()).toBe('Bronze');
      expect((await member.earn('ten')).tierChanged).toBe(true);
      expect(await member.tierInfo()).toMatchObject({
        loyalty_tier_name: 'Silver',
        qualified_points: 159,
      });
    });

    test('stay lower until an approval', async () => {
      await member.earn('waits');
      await member.earn('much');
      await member.assign(member.tiers[0]);
      await member.approve();
      expect(await member.tierInfo()).toMatchObject({
        loyalty_tier_name: 'Silver',
        qualified_points: 300,
      });
    });

    test('stay higher through earnings and rewards until the next deduction', async () => {
      await member.assign(member.tiers[2]);
      await member.earn('much');
      await member.redeem(20);
      expect(await member.tierName()).toBe('Gold');
      expect(await member.deduct(10)).toBe(true);
      expect(await member.tierInfo()).toMatchObject({
        loyalty_tier_name: 'Silver',
        qualified_points: 140,
      });
    });

    test('stay higher if the member qualifies by then', async () => {
      await member.assign(member.tiers[1]);
      await member.earn('much');
      expect(await member.deduct(10)).toBe(false);
      expect(await member.tierName()).toBe('Silver');
    });
  });

  test('move a member down if a deduction leaves too few points', async () => {
    await member.earn('much');
    expect(await member.deduct(51)).toBe(true);
    expect(await member.tierInfo()).toMatchObject({
      loyalty_tier_name: 'Bronze',
      qualified_points: 99,
    });
  });
});
