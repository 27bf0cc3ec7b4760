import { expect, test } from 'vitest';
import { describeSimilar } from './similar-note.tsx';

test.each([
  [{ count: 12, similar: 0 }, undefined],
  [{ count: 39, similar: 27 }, '12 match your search. 27 are only similar to it.'],
  [{ count: 2, similar: 1 }, '1 matches your search. 1 is only similar to it.'],
  [{ count: 1, similar: 1 }, 'This member is only similar to your search.'],
  [{ count: 27, similar: 27 }, 'None of them match your search: all 27 are only similar to it.'],
])('describeSimilar of %j is %j', (selection, expected) => {
  expect(describeSimilar(selection)).toBe(expected);
});
