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

test('deleting a member names the points that are lost, if the member has any', () => {
  const consequences = (available_points?: number) =>
    ACTION_TEXTS.delete.consequences(
      available_points === undefined ? member : { ...member, available_points },
    );
  expect(consequences(7700)).toContain('deletes the member with 7,700 points and their history');
  expect(consequences(1)).toContain('the member with 1 point and');
  expect(consequences(0)).toContain('deletes the member and their history');
  expect(consequences()).toContain('deletes the member and their history');
});
