import { expect, test } from 'vitest';
import { conflictError, findConflicts } from './member-conflicts.ts';
import { NEW_MEMBER } from './member-form-values.ts';

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
    { label: 'First name', mine: 'Inés', theirs: '' },
    { label: 'City', mine: 'Basel', theirs: 'Genève' },
    { label: '“shoe_size”', mine: '40', theirs: '41' },
  ]);
});

test('a change that was shown before is not a conflict', () => {
  const current = { ...initial, first_name: 'Inez' };
  expect(findConflicts({ values, initial, known: current, current })).toEqual([]);
});

test('conflictError shows both values of each field', () => {
  const { detail } = conflictError([
    { label: 'First name', mine: 'Inés', theirs: '' },
    { label: 'City', mine: 'Basel', theirs: 'Genève' },
  ]);
  expect(detail).toContain(
    'First name: yours “Inés”, theirs empty. City: yours “Basel”, theirs “Genève”.',
  );
});
