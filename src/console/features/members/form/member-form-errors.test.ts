import { describe, expect, test } from 'vitest';
import { ApiError } from '#console/api/errors/api-error.ts';
import { explainMemberError, toFormError } from './member-form-errors.ts';

const errorResponse = (detail: string, status = 400) =>
  new ApiError({ kind: 'error-response', status, errors: [{ detail }], requestId: 'r-1' });

describe('toFormError', () => {
  test.each([
    ['email_address: Is taken', 'email_address', 'Is taken'],
    ['Invalid value for phone_number', 'phone_number', 'Invalid value for phone_number'],
    ['address.city: Is too long', 'address.city', 'Is too long'],
    ['member_tags.3: Must not be empty', 'member_tags', 'Must not be empty'],
    ['referral_code: There is no member', 'referrer_code', 'There is no member'],
  ])('assigns "%s" to its field', (reason, field, message) => {
    expect(toFormError(errorResponse(reason), 'Not added')).toEqual({ field, message });
  });

  test.each([
    ['Too much'],
    ['custom_attributes: Must be at most 64 KB'],
    ['custom_attributes: first_name must be a number'],
  ])('shows "%s" above the form', (reason) => {
    const { field, error } = formErrorOf(errorResponse(reason));
    expect(field).toBeUndefined();
    expect(error).toMatchObject({ title: 'Not added', requestId: 'r-1' });
    expect(error?.detail).toContain(reason);
  });

  test('reads only responses with status 400', () => {
    expect(toFormError(errorResponse('member_id', 503), 'Not added').field).toBeUndefined();
  });
});

test('a request about a deleted member says that the member was deleted', () => {
  const errors = [{ code: '400', detail: 'id: There is no such member' }];
  const notFound = new ApiError({ kind: 'error-response', status: 400, errors, requestId: 'r-1' });
  const detail = 'Someone else deleted this member.';
  expect(explainMemberError(notFound, 'Not blocked')).toEqual({
    title: 'Not blocked',
    detail,
    requestId: 'r-1',
  });
  expect(formErrorOf(notFound)).toMatchObject({ field: undefined, error: { detail } });
  expect(explainMemberError(errorResponse('Is taken'), 'Not blocked')?.detail).toContain(
    'Is taken',
  );
  expect(explainMemberError(null, 'Not blocked')).toBeUndefined();
});

function formErrorOf(error: ApiError) {
  const formError = toFormError(error, 'Not added');
  if (formError.field !== undefined) throw new Error(`Assigned to ${formError.field}`);
  return formError;
}
