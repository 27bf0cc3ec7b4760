import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentContext } from '#services/platform/context.ts';

/**
 * Shares a read among all that ask for the same before it begins: in the next turn of the event loop, after
 * the one before it has ended. So none of them gets an outdated value. Requests don't share reads of background
 * work, which wait.
 */
export function shareReads<Key extends readonly (string | number)[], Value>(
  read: (...key: Key) => Promise<Value>,
): (...key: Key) => Promise<Value> {
  const waiting = new Map<string, Promise<Value>>();
  const running = new Map<string, Promise<Value>>();
  const start = async (name: string, key: Key): Promise<Value> => {
    await Promise.allSettled([nextTurn(), running.get(name)]);
    waiting.delete(name);
    const value = read(...key);
    running.set(name, value);
    try {
      return await value;
    } finally {
      if (running.get(name) === value) running.delete(name);
    }
  };
  return (...key) => {
    const name = JSON.stringify([currentContext().isBackground ?? false, key]);
    const shared = waiting.get(name) ?? start(name, key);
    waiting.set(name, shared);
    return shared;
  };
}
