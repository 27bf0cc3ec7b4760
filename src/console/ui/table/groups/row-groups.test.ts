import { expect, test } from 'vitest';
import { groupStarts } from './row-groups.tsx';

test('a group begins with each row whose heading differs from the row before', () => {
  const rows = ['a1', 'a2', 'b1', 'a3'];
  expect([...groupStarts(rows, (row) => row.charAt(0))]).toEqual([
    ['a1', 'a'],
    ['b1', 'b'],
    ['a3', 'a'],
  ]);
  expect(groupStarts(rows, undefined).size).toBe(0);
});
