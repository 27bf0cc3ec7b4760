import { expect, test } from 'vitest';
import { NEW_MEMBER } from '#console/features/members/form/member-form-values.ts';
import { findConflicts, findKeptTags } from './member-conflicts.ts';

const shoeSize = (text: string) => ({ name: 'shoe_size', kind: 'number' as const, text });
const initial = {
  ...NEW_MEMBER,
  first_name: 'Ines',
  address: { ...NEW_MEMBER.address, city: 'Bern' },
  custom_attributes: [shoeSize('39')],
};
const values = {
  ...initial,
  first_name: 'Inés',
  address: { ...initial.address, city: 'Basel' },
  custom_attributes: [shoeSize('40')],
};

test('a field is in conflict if both sides changed it to different values', () => {
  const conflictsWith = (current: typeof initial) =>
    findConflicts({ values, initial, known: initial, current });
  expect(conflictsWith(initial)).toEqual([]);
  expect(conflictsWith({ ...initial, last_name: 'Aalto' })).toEqual([]);
  expect(conflictsWith({ ...initial, first_name: 'Inés' })).toEqual([]);
  expect(conflictsWith({ ...initial, member_tags: ['vip'] })).toEqual([]);
  expect(
    conflictsWith({
      ...initial,
      first_name: '',
      address: { ...initial.address, city: 'Genève' },
      custom_attributes: [shoeSize('41')],
    }),
  ).toEqual([
    { field: 'first_name', label: 'First name', before: 'Ines', mine: 'Inés', theirs: '' },
    { field: 'address.city', label: 'City', before: 'Bern', mine: 'Basel', theirs: 'Genève' },
    {
      field: 'custom_attributes.0.text',
      label: '“shoe_size”',
      before: '39',
      mine: '40',
      theirs: '41',
    },
  ]);
});

test('a change that was shown before is not a conflict', () => {
  const current = { ...initial, first_name: 'Inez' };
  expect(findConflicts({ values, initial, known: current, current })).toEqual([]);
});

test("someone else's new tags are kept and named", () => {
  const current = { ...initial, member_tags: ['vip', 'theirs'] };
  const mine = { ...values, member_tags: ['vip', 'mine'] };
  expect(findKeptTags({ values: mine, initial, current })).toEqual(['theirs']);
});
