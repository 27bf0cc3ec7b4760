import { expect, test } from 'vitest';
import { memberChanges } from '#console/features/members/form/member-changes.ts';
import { NEW_MEMBER } from '#console/features/members/form/member-form-values.ts';
import { findConflicts, findKeptTags, mergeUntouched } from './member-conflicts.ts';

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

test("the form shows someone else's changes of fields that the user didn't touch", () => {
  const mine = { ...values, member_tags: ['vip', 'mine'], last_name: 'Aalto' };
  const base = { ...initial, member_tags: ['vip', 'old'], last_name: 'Aalto' };
  const current = {
    ...base,
    first_name: 'Inez',
    last_name: 'Berg',
    address: { ...initial.address, city: 'Genève', line1: '1 Canal Street' },
    member_tags: ['vip', 'old', 'theirs'],
    custom_attributes: [shoeSize('41')],
  };
  const merged = mergeUntouched({ values: mine, initial: base, current });
  expect(merged.values).toEqual({
    ...mine,
    last_name: 'Berg',
    address: { ...mine.address, line1: '1 Canal Street' },
    member_tags: ['vip', 'theirs', 'mine'],
  });
  // What the user changed is still compared with what it was.
  expect(memberChanges(merged.values, merged.initial, current)).toEqual({
    first_name: 'Inés',
    address: { ...current.address, city: 'Basel' },
    member_tags: ['vip', 'theirs', 'mine'],
    custom_attributes: JSON.stringify({ shoe_size: 40 }),
  });
  const untouched = mergeUntouched({ values: base, initial: base, current });
  expect(untouched.values).toEqual(current);
  expect(memberChanges(untouched.values, untouched.initial, current)).toEqual({});
});
