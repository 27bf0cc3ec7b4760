import { expect, test } from 'vitest';
import { describeTierChange } from './describe-tier-change.ts';

const member = {
  id: '1',
  member_id: 'M-1',
  member_status: 'active',
  first_name: 'Noor',
  tier_info: {
    loyalty_tier_id: 't1',
    loyalty_tier_name: 'Gold',
    qualified_points: 7700,
    current_period_end: '08/09/2027',
  },
};

test("a tier change is described with the member's own tier, points and period", () => {
  expect(describeTierChange(member, { id: 't0', name: 'Silver' })).toMatch(
    /^Moves Noor from Gold, with 7,700 qualified points\. The program doesn't say which tier is higher\. If Silver is lower.*ends on Aug 9, 2027\.$/,
  );
});

test('a member without a tier starts in the chosen one', () => {
  expect(describeTierChange(undefined, { id: 't1', name: 'Gold' })).toMatch(
    /^They start in Gold\./,
  );
  expect(describeTierChange(undefined, { id: 't9' })).toMatch(/^They start in this tier\./);
});

test('a tier change says which way it goes if the tiers of the program are known', () => {
  const qualification = { kind: 'lifetime' as const, months: null };
  const tiers = [
    { id: 't0', name: 'Silver', rank: 1, threshold: 1000, qualification },
    { id: 't1', name: 'Gold', rank: 2, threshold: 5000, qualification },
    { id: 't2', name: 'Platinum', rank: 3, threshold: 15000, qualification },
  ];
  expect(describeTierChange(member, { id: 't2', name: 'Platinum' }, tiers)).toMatch(
    /^Moves Noor up from Gold, with 7,700 qualified points\. Platinum starts at 15,000: with fewer, Noor moves down again at the next deduction\./,
  );
  expect(describeTierChange(member, { id: 't0', name: 'Silver' }, tiers)).toMatch(
    /^Moves Noor down from Gold, with 7,700 qualified points\. Points don't change, and the tier is recalculated the next time Noor earns any\./,
  );
  expect(describeTierChange(member, { id: 't9' }, tiers)).toMatch(/doesn't say which/);
  expect(describeTierChange(undefined, { id: 't1', name: 'Gold' }, tiers)).toMatch(
    /^They start in Gold, which starts at 5,000 qualified points\. Their/,
  );
});
