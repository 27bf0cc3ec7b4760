import { expect, test } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import { memberRefusal } from './member-refusal.ts';

const refused = (detail: string, status = 400) =>
  new ApiError({ kind: 'refused', status, errors: [{ detail }], requestId: 'r-1' });

test('a reason lands on the field that it names', () => {
  expect(memberRefusal(refused('email_address: Is taken'), 'Not added')).toEqual({
    field: 'email_address',
    message: 'Is taken',
  });
  expect(memberRefusal(refused('Invalid value for phone_number'), 'Not added')).toEqual({
    field: 'phone_number',
    message: 'Invalid value for phone_number',
  });
});

test('what names no field is told above the form', () => {
  expect(memberRefusal(refused('Too much'), 'Not added')).toMatchObject({
    field: undefined,
    problem: { title: 'Not added', requestId: 'r-1' },
  });
  expect(memberRefusal(refused('member_id', 503), 'Not added').field).toBeUndefined();
});
