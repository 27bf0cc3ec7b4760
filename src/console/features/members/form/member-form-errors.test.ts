import { expect, test } from 'vitest';
import { ApiError } from '#console/api/errors/api-error.ts';
import type { AttributeField } from './attributes/attribute-fields.ts';
import { explainMemberError, toFormError } from './member-form-errors.ts';

const refused = (detail: string, status = 400) =>
  new ApiError({ kind: 'error-response', status, errors: [{ detail }], requestId: 'r-1' });

const attributes: AttributeField[] = [
  { name: 'size', kind: 'number', text: '1' },
  { name: 'shoe_size', kind: 'number', text: '1' },
];
const refusalOf = (error: ApiError) => toFormError(error, 'Not added', attributes);

test.each([
  ['email_address: Is taken', 'email_address', 'Is taken'],
  ['Invalid value for phone_number', 'phone_number', 'Invalid value for phone_number'],
  ['address.city: Is too long', 'address.city', 'Is too long'],
  ['member_tags.3: Must not be empty', 'member_tags', 'Must not be empty'],
  ['referral_code: There is no member', 'referrer_code', 'There is no member'],
  [
    'custom_attributes: shoe_size must be a number',
    'custom_attributes.1.text',
    'shoe_size must be a number',
  ],
])('assigns "%s" to its field', (reason, field, message) => {
  expect(refusalOf(refused(reason))).toEqual({ field, message });
});

test('shows an error without a known field above the form', () => {
  expect(refusalOf(refused('Too much'))).toMatchObject({
    field: undefined,
    problem: { title: 'Not added', requestId: 'r-1' },
  });
  expect(refusalOf(refused('custom_attributes: Must be at most 64 KB')).field).toBeUndefined();
  expect(refusalOf(refused('member_id', 503)).field).toBeUndefined();
});

test('says that the member was deleted', () => {
  const errors = [{ code: '400', detail: 'id: There is no such member' }];
  const gone = new ApiError({ kind: 'error-response', status: 400, errors, requestId: 'r-1' });
  const problem = {
    title: 'Not blocked',
    detail: 'Somebody else has deleted the member.',
    requestId: 'r-1',
  };
  expect(explainMemberError(gone, 'Not blocked')).toEqual(problem);
  expect(refusalOf(gone)).toMatchObject({ field: undefined, problem: { detail: problem.detail } });
  expect(explainMemberError(refused('Is taken'), 'Not blocked')?.detail).toContain('Is taken');
  expect(explainMemberError(null, 'Not blocked')).toBeUndefined();
});
