import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#services/platform/log.ts';
import { startWorker } from './worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const INTERVAL_MS = 1_000;

function start(work: () => Promise<boolean>, minPauseMs = 0) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  return {
    worker: startWorker({ name: 'test', intervalMs: INTERVAL_MS, minPauseMs, work, log }),
    lines,
  };
}

test('a worker polls immediately, again while there is more work, and then at each interval', async () => {
  const work = vi.fn(async () => work.mock.calls.length < 3);
  const { worker } = start(work);
  const startedAt = Date.now();
  // Yielding to the event loop takes no time.
  while (work.mock.calls.length < 3) await vi.advanceTimersToNextTimerAsync();
  expect(work).toHaveBeenCalledTimes(3);
  expect(Date.now()).toBe(startedAt);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS - 1);
  expect(work).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(4);
  await worker.stop();
});

test('waking a worker ends its wait, and is not lost while it is working', async () => {
  let finish = () => {};
  const work = vi.fn(async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    return false;
  });
  const { worker } = start(work);
  worker.wake();
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
  worker.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(3);
  finish();
  await worker.stop();
});

test('wake-ups during the pause share the next poll', async () => {
  const work = vi.fn(async () => false);
  const { worker } = start(work, 100);
  const callsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return work.mock.calls.length;
  };
  expect(await callsAfter(0)).toBe(1);
  worker.wake();
  expect(await callsAfter(50)).toBe(1);
  worker.wake();
  expect(await callsAfter(60)).toBe(2);
  // The pause is over, so waking polls immediately.
  expect(await callsAfter(110)).toBe(2);
  worker.wake();
  expect(await callsAfter(0)).toBe(3);
  const stopped = worker.stop();
  await vi.advanceTimersByTimeAsync(100);
  await stopped;
});

test('failed work is logged and retried with growing waits, which end after a success', async () => {
  const work = vi.fn(async () => {
    if (work.mock.calls.length <= 4) throw new Error('out of order');
    return false;
  });
  const { worker, lines } = start(work);
  const callsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return work.mock.calls.length;
  };
  expect(await callsAfter(0)).toBe(1);
  expect(await callsAfter(1_000)).toBe(2);
  expect(await callsAfter(1_999)).toBe(2);
  expect(await callsAfter(1)).toBe(3);
  expect(await callsAfter(4_000)).toBe(4);
  // At most five seconds, after any number of failures.
  expect(await callsAfter(5_000)).toBe(5);
  expect(await callsAfter(1_000)).toBe(6);
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages).toEqual([
    ...Array.from({ length: 4 }, () => 'background work failed'),
    'background work resumed',
  ]);
  await worker.stop();
});

test('a database outage is logged once', async () => {
  const work = vi.fn(async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  });
  const { worker, lines } = start(work);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work.mock.calls.length).toBeGreaterThan(5);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('waits for the database');
  await worker.stop();
});

test('stopping waits for the current work, and ends the wait between polls', async () => {
  let finish = () => {};
  const work = vi.fn(async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    return true;
  });
  const { worker } = start(work);
  let stopped = false;
  const stopping = worker.stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stopped).toBe(false);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  await stopping;
  expect(work).toHaveBeenCalledTimes(1);

  const idle = start(async () => false).worker;
  await vi.advanceTimersByTimeAsync(0);
  await idle.stop();
});

test('continuous work yields to the event loop', async () => {
  vi.useRealTimers();
  let rounds = 0;
  const { worker } = start(async () => {
    rounds += 1;
    return rounds < 100_000;
  });
  await new Promise((resolve) => setTimeout(resolve, 1));
  await worker.stop();
  expect(rounds).toBeGreaterThan(0);
  expect(rounds).toBeLessThan(100_000);
});
