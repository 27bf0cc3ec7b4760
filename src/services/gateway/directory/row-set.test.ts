import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowSet } from './row-set.ts';

const row = fc.oneof(fc.nat({ max: 20_000 }), fc.maxSafeNat());

test('a set of rows has exactly those that were added', () => {
  fc.assert(
    fc.property(fc.array(row), fc.array(row), (added, others) => {
      const set = new RowSet();
      for (const each of added) set.add(each);
      for (const each of [...added, ...others]) expect(set.has(each)).toBe(added.includes(each));
    }),
  );
});
