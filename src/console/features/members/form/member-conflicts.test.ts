import { expect, test } from 'vitest';
import { conflictError, findConflicts } from './member-conflicts.ts';
import { NEW_MEMBER } from './member-form-values.ts';

const size = (text: string) => ({ name: 'shoe_size', kind: 'number' as const, text });
const initial = {
  ...NEW_MEMBER,
  first_name: 'Ines',
  address: { ...NEW_MEMBER.address, city: 'Bern' },
  custom_attributes: [size('39')],
};
const values = {
  ...initial,
  first_name: 'Inés',
  address: { ...initial.address, city: 'Basel' },
  custom_attributes: [size('40')],
};

test('only what was changed on both sides, to something else, is in conflict', () => {
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
      custom_attributes: [size('41')],
    }),
  ).toEqual([
    { label: 'First name', now: '' },
    { label: 'City', now: 'Genève' },
    { label: '“shoe_size”', now: '41' },
  ]);
});

test('what the person was told of once is theirs to replace', () => {
  const current = { ...initial, first_name: 'Inez' };
  expect(findConflicts({ values, initial, known: current, current })).toEqual([]);
});

test('the warning says what stands there by now', () => {
  const problem = conflictError([
    { label: 'First name', now: '' },
    { label: 'City', now: 'Genève' },
  ]);
  expect(problem.detail).toContain('First name was emptied. City is now “Genève”.');
});
