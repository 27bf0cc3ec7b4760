import { expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { furtherColumns } from './further-columns.tsx';

const member = {
  id: '1',
  member_id: 'M-1',
  member_status: 'active',
  address: { city: 'Austin' },
  revenue: 1234.5,
  email_subscription_status: 'subscribed',
  gender: null,
  custom_attributes: { sizes: ['M', 'L'], toString: 'text' },
} as unknown as Member;
const cells = (ids: readonly string[]) => furtherColumns(ids).map(({ cell }) => cell(member));

test('a cell shows the value as text, and a dash without one', () => {
  expect(
    cells([
      'address.city',
      'revenue',
      'email_subscription_status',
      'gender',
      'next_expiration.points',
    ]),
  ).toEqual(['Austin', '1,234.5', 'Subscribed', '—', '—']);
});

test('custom attributes are columns of their keys', () => {
  expect(cells(['custom_attributes.sizes', 'custom_attributes.valueOf'])).toEqual(['M, L', '—']);
  expect(furtherColumns(['custom_attributes.sizes'])[0]?.header).toBe('sizes');
});

test('unknown columns are left out', () => {
  expect(furtherColumns(['name', 'password', 'toString'])).toEqual([]);
});
