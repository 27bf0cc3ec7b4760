import { expect, test } from 'vitest';
import { toFormValues } from './member-form-values.ts';

test('toFormValues formats dates for typing', () => {
  const values = toFormValues({
    id: '1',
    member_id: 'M-1',
    member_status: 'active',
    birthdate: '1904-02-09T00:00:00Z',
    anniversary_date: '1988-02-09',
  });
  expect(values.birthdate).toBe('02/09');
  expect(values.anniversary_date).toBe('02/09/1988');
});
