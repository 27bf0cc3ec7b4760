import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  onReconnect,
  reportConnected,
  reportConnectionLost,
  trackRequest,
  untilConnected,
} from './connection.ts';
import { watchForTest } from './testing/watch-for-test.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => {
  reportConnected();
  vi.useRealTimers();
});

test('a lost connection is retried every five seconds until the servers respond', async () => {
  const isReachable = vi.fn(async () => false);
  const connection = watchForTest(isReachable);
  const reconnected = vi.fn();
  onReconnect(reconnected);
  reportConnectionLost();
  expect(connection.getState()).toEqual({ isLost: true, retryAt: 5000 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(isReachable).toHaveBeenCalledTimes(1);
  expect(connection.getState()).toEqual({ isLost: true, retryAt: 10_000 });

  isReachable.mockResolvedValue(true);
  const waiting = untilConnected();
  connection.retry();
  expect(connection.getState()).toEqual({ isLost: true, retryAt: undefined });
  await waiting;
  expect(connection.getState()).toEqual({ isLost: false, isSlow: false });
  expect(reconnected).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(isReachable).toHaveBeenCalledTimes(2);
});

test('any response restores the connection without another attempt', async () => {
  const isReachable = vi.fn(async () => true);
  const connection = watchForTest(isReachable);
  reportConnectionLost();
  reportConnected();
  expect(connection.getState()).toEqual({ isLost: false, isSlow: false });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(isReachable).not.toHaveBeenCalled();
});

test('requests are slow after eight seconds, until they have all ended', async () => {
  const connection = watchForTest(async () => true);
  const isSlow = () => {
    const state = connection.getState();
    return !state.isLost && state.isSlow;
  };
  const endQuick = trackRequest();
  await vi.advanceTimersByTimeAsync(7000);
  endQuick();
  const endFirst = trackRequest();
  const endSecond = trackRequest();
  await vi.advanceTimersByTimeAsync(7000);
  expect(isSlow()).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(isSlow()).toBe(true);
  endFirst();
  expect(isSlow()).toBe(true);
  endSecond();
  expect(isSlow()).toBe(false);
});
