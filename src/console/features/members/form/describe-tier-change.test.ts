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
  expect(describeTierChange(member, 'Silver')).toMatch(
    /^Moves Noor from Gold, with 7,700 qualified points\. The program doesn't say which tier is higher\. If Silver is lower.*ends on Aug 9, 2027\.$/,
  );
});

test('a member without a tier starts in the chosen one', () => {
  expect(describeTierChange(undefined, 'Gold')).toMatch(/^They start in Gold\./);
  expect(describeTierChange(undefined)).toMatch(/^They start in this tier\./);
});
