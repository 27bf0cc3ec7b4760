import { describe, expect, test } from 'vitest';
import { ACTION_TEXTS, allowedActions } from './member-actions.ts';

const member = { id: '1', member_id: 'M-1', member_status: 'active', first_name: 'Jane' };

describe('allowedActions', () => {
  test.each([
    ['active', ['block', 'opt-out', 'delete']],
    ['blocked', ['reactivate', 'delete']],
    ['opted_out', ['reactivate', 'delete']],
    ['dormant', ['delete']],
  ])('of a member that is %s', (member_status, actions) =>
    expect(allowedActions({ ...member, member_status })).toEqual(actions),
  );
});

test('deleting a member names what is lost', () => {
  const { consequences } = ACTION_TEXTS.delete;
  const facts = {
    available_points: 7700,
    tier_info: { loyalty_tier_name: 'Gold' },
    enrollment_date: '08/09/2025',
  };
  expect(consequences({ ...member, ...facts })).toContain(
    'deletes the member (7,700 points, Gold, enrolled Aug 9, 2025) and their history',
  );
  expect(consequences({ ...member, available_points: 1 })).toContain('member (1 point) and');
  expect(consequences({ ...member, available_points: 0 })).toContain('the member and their');
  expect(consequences(member)).toContain('deletes the member and their history');
});
