import { describe, expect, test } from 'vitest';
import { one } from './one.ts';

describe('one', () => {
  test('returns the only row', () => {
    expect(one([{ id: 1 }])).toEqual({ id: 1 });
  });

  test.each([
    [[], 'Expected one row, got 0'],
    [[{ id: 1 }, { id: 2 }], 'Expected one row, got 2'],
  ])('throws for %j', (rows, message) => {
    expect(() => one(rows)).toThrow(message);
  });
});
