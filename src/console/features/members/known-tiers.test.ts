import { expect, test } from 'vitest';
import type { Member, TierInfo } from '#contract/loyalty/members/member.ts';
import { knownTiers } from './known-tiers.ts';

const member = (tier_info?: TierInfo): Member => ({
  id: '1',
  member_id: 'M-1',
  member_status: 'active',
  ...(tier_info ? { tier_info } : {}),
});

test('knownTiers lists each tier once, by name, and skips members without one', () => {
  const silver = { loyalty_tier_id: 's', loyalty_tier_name: 'Silver' };
  const gold = { loyalty_tier_id: 'g', loyalty_tier_name: 'Gold' };
  const members = [silver, gold, silver, { loyalty_tier_id: 'x' }, {}].map(member);
  expect(knownTiers([...members, member()])).toEqual([
    { id: 'g', name: 'Gold' },
    { id: 's', name: 'Silver' },
    { id: 'x', name: 'x' },
  ]);
});

test("knownTiers adds the directory's tiers", () => {
  const gold = member({ loyalty_tier_id: 'g', loyalty_tier_name: 'Gold' });
  const counted = [
    { value: 'g', name: 'Gold', count: 1 },
    { value: 'b', name: 'Bronze', count: 9 },
  ];
  expect(knownTiers([gold], counted)).toEqual([
    { id: 'b', name: 'Bronze' },
    { id: 'g', name: 'Gold' },
  ]);
});
