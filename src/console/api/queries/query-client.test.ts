import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#console/api/errors/api-error.ts';
import { reportConnected } from '#console/lib/connection.ts';
import { watchForTest } from '#console/lib/testing/watch-for-test.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => {
  reportConnected();
  vi.useRealTimers();
});

/** Runs a query like a page does: `fetchQuery` doesn't retry by default. */
function runQuery(queryFn: () => Promise<string>): Promise<string> {
  const client = createQueryClient();
  client.mount();
  const retry = client.getDefaultOptions().queries?.retry ?? false;
  return client.fetchQuery({ queryKey: ['accounts'], queryFn, retry });
}

const timeout = () => new ApiError({ kind: 'timeout', method: 'GET' });

test('a query that timed out waits until the servers respond, and is repeated', async () => {
  const isReachable = vi.fn(async () => false);
  const connection = watchForTest(isReachable);
  const queryFn = vi.fn(async () => 'rows').mockRejectedValueOnce(timeout());
  const result = runQuery(queryFn);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(connection.getState().isLost).toBe(true);
  expect(queryFn).toHaveBeenCalledTimes(1);
  isReachable.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
  expect(connection.getState().isLost).toBe(false);
  await expect(result).resolves.toBe('rows');
});

test('a query that times out while the servers respond fails after two more attempts', async () => {
  watchForTest(async () => true);
  const queryFn = vi.fn().mockRejectedValue(timeout());
  const error = runQuery(queryFn).catch((caught: unknown) => caught);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
  expect(await error).toMatchObject({ kind: 'timeout' });
});

test.each([
  ['is repeated', '502', 3],
  ['that only the operator can fix is not', '5020000', 1],
])('a query with a bad gateway %s', async (_title, code, attempts) => {
  const error = new ApiError({ kind: 'error-response', status: 502, errors: [{ code }] });
  const queryFn = vi.fn().mockRejectedValue(error);
  const result = runQuery(queryFn).catch((caught: unknown) => caught);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(attempts);
  expect(await result).toBe(error);
});
