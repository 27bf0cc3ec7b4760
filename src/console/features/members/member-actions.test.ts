import { describe, expect, test } from 'vitest';
import { ACTION_TEXTS, offeredActions } from './member-actions.ts';

const member = { id: '1', member_id: 'M-1', member_status: 'active', first_name: 'Jane' };

describe('offeredActions', () => {
  const offered = (member_status: string) => offeredActions({ ...member, member_status });
  test.each([
    ['active', ['block', 'opt-out', 'delete'], []],
    ['blocked', ['reactivate', 'opt-out', 'delete'], ['opt-out']],
    ['opted_out', ['reactivate', 'block', 'delete'], ['block']],
    ['dormant', ['delete'], []],
  ])('of a member that is %s', (status, actions, disabled) => {
    expect(offered(status).map(({ action }) => action)).toEqual(actions);
    const withReason = offered(status).filter(({ disabledReason }) => disabledReason);
    expect(withReason.map(({ action }) => action)).toEqual(disabled);
  });
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
