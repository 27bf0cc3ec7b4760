import { onTestFinished } from 'vitest';
import { type Connection, watchConnection } from '#console/lib/connection.ts';

/** Watches the connection for the current test. Later ones share its process, and would be reconnected by it. */
export function watchForTest(isReachable: () => Promise<boolean>): Connection {
  let isFinished = false;
  onTestFinished(() => {
    isFinished = true;
  });
  return watchConnection(() => (isFinished ? new Promise(() => undefined) : isReachable()));
}
