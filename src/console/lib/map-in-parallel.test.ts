import { expect, test } from 'vitest';
import { mapInParallel } from './map-in-parallel.ts';

const moment = () => new Promise((resolve) => setTimeout(resolve, 2));

test('mapInParallel keeps the order and respects the limit', async () => {
  let busy = 0;
  let most = 0;
  const doubled = await mapInParallel([5, 1, 4, 2, 3, 0], 2, async (item) => {
    busy += 1;
    most = Math.max(most, busy);
    for (let turn = 0; turn < item; turn += 1) await moment();
    busy -= 1;
    return item * 2;
  });
  expect(doubled).toEqual([10, 2, 8, 4, 6, 0]);
  expect(most).toBe(2);
});

test('mapInParallel starts no calls after a failure', async () => {
  const started: number[] = [];
  const working = mapInParallel([1, 2, 3, 4, 5, 6], 2, async (item) => {
    started.push(item);
    await moment();
    if (item === 2) throw new Error('No');
  });
  await expect(working).rejects.toThrow('No');
  for (let turn = 0; turn < 8; turn += 1) await moment();
  expect(started).toEqual([1, 2, 3]);
});
