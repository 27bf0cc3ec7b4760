import { expect, test } from 'vitest';
import { PasswordQueueFullError } from '#services/advocacy/oauth/oauth-error.ts';
import { inPasswordQueue } from './password-queue.ts';

test('the password queue runs few checks at a time and leaves room for other networks', async () => {
  let running = 0;
  let most = 0;
  const gate = Promise.withResolvers<void>();
  const check = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
  };
  const enter = (address: string, times: number) =>
    Array.from({ length: times }, () => inPasswordQueue(address, check));

  const crowd = Promise.allSettled(enter('192.0.2.1', 60));
  const others = Promise.allSettled(enter('192.0.2.2', 20));
  gate.resolve();
  const rejected = (await crowd).filter(({ status }) => status === 'rejected');
  expect(rejected.length).toBeGreaterThan(20);
  expect(
    rejected.every((one) => 'reason' in one && one.reason instanceof PasswordQueueFullError),
  ).toBe(true);
  expect((await others).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(most).toBeLessThanOrEqual(2);
  await expect(inPasswordQueue('192.0.2.1', async () => 'free again')).resolves.toBe('free again');
});
