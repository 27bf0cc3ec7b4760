import { expect, test } from 'vitest';
import { silentLog } from '../testing/silent-log.ts';
import { startWorker } from './worker.ts';

test('much work that never waits lets others in between', async () => {
  let rounds = 0;
  const worker = startWorker({
    name: 'busy',
    intervalMs: 60_000,
    work: async () => {
      rounds += 1;
      return rounds < 100_000;
    },
    log: silentLog,
  });
  await new Promise((resolve) => setTimeout(resolve, 1));
  await worker.stop();
  expect(rounds).toBeGreaterThan(0);
  expect(rounds).toBeLessThan(100_000);
});
