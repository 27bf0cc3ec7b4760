import { expect, test } from 'vitest';
import { describeUnchanged } from './unchanged-note.tsx';

test.each([
  [0, 3, 'Changes 3 members.'],
  [1, 3, 'Changes 2 members. 1 already has this value.'],
  [2, 3, 'Changes 1 member. 2 already have this value.'],
  [3, 3, 'All of them have this value already. Nothing will change.'],
])('describeUnchanged of %i of %i is "%s"', (unchanged, count, text) => {
  expect(describeUnchanged(unchanged, count)).toBe(text);
});

test.each([
  [0, 3, 'Changes 3 members.'],
  [2, 3, 'Changes at least 1 member. Up to 2 already have this value.'],
  [3, 3, 'All of them may have this value already.'],
])('describeUnchanged of at most %i of %i is "%s"', (unchanged, count, text) => {
  expect(describeUnchanged(unchanged, count, true)).toBe(text);
});
