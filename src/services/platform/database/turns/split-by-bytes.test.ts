import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitByBytes } from './split-by-bytes.ts';

const anyItems = fc.array(fc.record({ bytes: fc.nat(50), key: fc.nat(2) }), { maxLength: 40 });

test('parts have all items in their order, and none is larger than allowed or could take the next item', () => {
  fc.assert(
    fc.property(
      anyItems,
      fc.nat(100),
      fc.integer({ min: 1, max: 9 }),
      (items, maxBytes, maxItems) => {
        const parts = splitByBytes(items, { maxBytes, maxItems, bytesOf: ({ bytes }) => bytes });
        expect(parts.flat()).toEqual(items);
        const sumOf = (part: typeof items) => part.reduce((sum, { bytes }) => sum + bytes, 0);
        for (const [index, part] of parts.entries()) {
          expect(part.length === 1 || sumOf(part) <= maxBytes).toBe(true);
          expect(part.length).toBeLessThanOrEqual(maxItems);
          const [next] = parts[index + 1] ?? [];
          if (next)
            expect(part.length === maxItems || sumOf([...part, next]) > maxBytes).toBe(true);
        }
      },
    ),
  );
});

test('what an item shares with the one before it counts once in each part', () => {
  const items = [1, 1, 2, 2, 2].map((key) => ({ key }));
  const bytesOf = (item: { key: number }, previous: { key: number } | undefined) =>
    item.key === previous?.key ? 0 : 10;
  const sizes = (maxBytes: number) =>
    splitByBytes(items, { maxBytes, bytesOf }).map(({ length }) => length);
  expect(sizes(20)).toEqual([5]);
  expect(sizes(15)).toEqual([2, 3]);
});
