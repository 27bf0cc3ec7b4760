import { expect, test } from 'vitest';
import { shareReads } from './share-reads.ts';

test('a shared read begins after all that share it have asked', async () => {
  let value = 0;
  const reads: string[] = [];
  const read = shareReads(async (table: string, id: number) => {
    reads.push(`${table} ${id}`);
    return value;
  });
  const first = [read('teams', 1), read('teams', 1), read('teams', 2)];
  value = 1;
  expect(await Promise.all(first)).toEqual([1, 1, 1]);
  expect(reads).toEqual(['teams 1', 'teams 2']);
  value = 2;
  expect(await read('teams', 1)).toBe(2);
});

test('a shared read that fails is repeated for the next that ask', async () => {
  let hasFailed = false;
  const read = shareReads(async (id: number) => {
    if (hasFailed) return id;
    hasFailed = true;
    throw new Error('lost');
  });
  const results = await Promise.allSettled([read(1), read(1)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read(1)).toBe(1);
});
