import { expect, test } from 'vitest';
import { boardName } from './boards-usage.ts';

test.each([
  [{ name: 'Wall', title: 'Summer wall' }, 'Wall'],
  [{ title: 'Summer wall' }, 'Summer wall'],
  [{ name: '', title: 7 }, 'Board b0'],
  [{}, 'Board b0'],
])('the name of a board with %j', (attributes, name) => {
  expect(boardName({ id: 'b0', type: 'board', attributes })).toBe(name);
});
