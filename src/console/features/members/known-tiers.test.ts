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

test("knownTiers begins with the directory's tiers in their order", () => {
  const gold = member({ loyalty_tier_id: 'g', loyalty_tier_name: 'Gold' });
  const added = member({ loyalty_tier_id: 'd', loyalty_tier_name: 'Diamond' });
  const counted = [
    { value: 's', name: 'Silver', count: 9 },
    { value: 'g', name: 'Gold', count: 1 },
  ];
  expect(knownTiers([added, gold], counted)).toEqual([
    { id: 's', name: 'Silver' },
    { id: 'g', name: 'Gold' },
    { id: 'd', name: 'Diamond' },
  ]);
});

test("knownTiers begins with the program's own tiers, also with those that no member has", () => {
  const qualification = { kind: 'lifetime' as const, months: null };
  const own = [
    { id: 's', name: 'Silver', rank: 1, threshold: 0, qualification },
    { id: 'g', name: 'Gold', rank: 2, threshold: 500, qualification },
  ];
  const counted = [
    { value: 'x', name: 'Removed', count: 1 },
    { value: 's', name: 'Silver', count: 9 },
  ];
  expect(knownTiers([], counted, own).map(({ id }) => id)).toEqual(['s', 'g', 'x']);
});
