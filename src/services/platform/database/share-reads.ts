import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentContext } from '#services/platform/context.ts';

/**
 * Shares a read among all that ask for the same in the same turn of the event loop. It begins after
 * they asked, so none of them gets an outdated value. Requests don't share reads of background work, which wait.
 */
export function shareReads<Key extends readonly (string | number)[], Value>(
  read: (...key: Key) => Promise<Value>,
): (...key: Key) => Promise<Value> {
  const asked = new Map<string, Promise<Value>>();
  return (...key) => {
    const name = JSON.stringify([currentContext().isBackground ?? false, key]);
    const shared =
      asked.get(name) ??
      nextTurn().then(() => {
        asked.delete(name);
        return read(...key);
      });
    asked.set(name, shared);
    return shared;
  };
}
