import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** A group commit of texts that records its batches. */
function recordBatches({ maxItems = 100, maxBytes = 1_000, gatherMs = 0 } = {}) {
  const batches: string[][] = [];
  const commit = createGroupCommit<string, string, string | undefined>({
    async write(items) {
      batches.push([...items]);
      await nextTurn();
      if (items.includes('broken')) throw new Error('not valid');
      if (items.includes('lost')) throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
      return items.map((item) => `${item} is written`);
    },
    maxItems,
    maxBytes,
    gatherMs,
    bytesOf: (item) => item.length,
    keyOf: (item) => item.split(' ')[1],
  });
  return { batches, commit };
}

test('a group commit writes what arrives during a batch together, in its order', async () => {
  const { batches, commit } = recordBatches();
  const first = [commit('1'), commit('2')];
  while (batches.length === 0) await nextTurn();
  const results = await Promise.all([...first, commit('3'), commit('4'), commit('5')]);
  expect(batches).toEqual([
    ['1', '2'],
    ['3', '4', '5'],
  ]);
  expect(results).toEqual(['1', '2', '3', '4', '5'].map((item) => `${item} is written`));
});

test('a group commit that gathers items waits for those that arrive soon', async () => {
  const { batches, commit } = recordBatches({ gatherMs: 50 });
  const first = commit('1');
  await nextTurn();
  await nextTurn();
  await Promise.all([first, commit('2')]);
  expect(batches).toEqual([['1', '2']]);
});

test('a group commit keeps to its limits, unless a single item exceeds them', async () => {
  const { batches, commit } = recordBatches({ maxItems: 3, maxBytes: 10 });
  const [long, tooLong] = ['123456', '12345678901'];
  await Promise.all(['1', '2', '3', '4', long, long, tooLong, '5'].map(commit));
  expect(batches).toEqual([['1', '2', '3'], ['4', long], [long], [tooLong], ['5']]);
});

test('a group commit writes items with different keys independently', async () => {
  const { batches, commit } = recordBatches();
  await Promise.all(['1 a', '1 b', '2 a', '2 b'].map(commit));
  expect(batches).toEqual([
    ['1 a', '2 a'],
    ['1 b', '2 b'],
  ]);
});

test('a group commit writes the items of a failed batch one by one', async () => {
  const { batches, commit } = recordBatches();
  expect(await Promise.allSettled(['1', 'broken', '2'].map(commit))).toMatchObject([
    { value: '1 is written' },
    { reason: { message: 'not valid' } },
    { value: '2 is written' },
  ]);
  expect(batches).toEqual([['1', 'broken', '2'], ['1'], ['broken'], ['2']]);
});

test('a group commit does not repeat a batch while the database is unavailable', async () => {
  const { batches, commit } = recordBatches();
  const results = await Promise.allSettled(['1', 'lost', '2'].map(commit));
  expect(results.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(batches).toEqual([['1', 'lost', '2']]);
  expect(await commit('3')).toBe('3 is written');
});
