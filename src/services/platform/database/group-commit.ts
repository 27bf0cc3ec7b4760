import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from './unavailable.ts';

interface GroupCommitOptions<Item, Result, Key> {
  /**
   * Writes items in one transaction.
   * @param key of all of them
   * @returns a result for each item, in their order
   */
  write(items: readonly Item[], key: Key): Promise<readonly Result[]>;
  /** The largest batch. A single item may have more than `maxBytes`. */
  maxItems: number;
  maxBytes?: number;
  bytesOf?(item: Item): number;
  /** Only items with the same key share a batch, and batches of different keys don't wait for each other. */
  keyOf?(item: Item): Key;
  /** How long each batch waits for more items, if nobody is waiting for the results. */
  gatherMs?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Writes items that arrive at the same time in one transaction: those that arrive while a batch is
 * written form the next one, in their order. If a batch fails, its items are written one by one, so
 * that an invalid one doesn't affect the others.
 * @returns writes an item, and resolves once it is committed
 */
export function createGroupCommit<Item, Result, Key = undefined>({
  write,
  maxItems,
  maxBytes = Number.POSITIVE_INFINITY,
  bytesOf = () => 0,
  keyOf = () => undefined as Key,
  gatherMs = 0,
}: GroupCommitOptions<Item, Result, Key>): (item: Item) => Promise<Result> {
  type Queue = Waiting<Item, Result>[];
  /** The queues whose items are being written. */
  const queues = new Map<Key, Queue>();

  const nextBatch = (queue: Queue): Queue => {
    let bytes = 0;
    const end = queue.findIndex(({ item }, index) => {
      bytes += bytesOf(item);
      return index > 0 && (index === maxItems || bytes > maxBytes);
    });
    return queue.splice(0, end === -1 ? queue.length : end);
  };

  const writeBatch = async (key: Key, batch: Queue): Promise<void> => {
    try {
      const results = await write(
        batch.map(({ item }) => item),
        key,
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) {
        for (const { reject } of batch) reject(error);
      } else {
        for (const waiting of batch) await writeBatch(key, [waiting]);
      }
    }
  };

  const writeQueue = async (key: Key, queue: Queue): Promise<void> => {
    while (queue.length > 0) {
      // The embedded database never yields to the event loop: without this, requests that have arrived
      // would not be read before the batch is taken.
      await (gatherMs > 0 ? sleep(gatherMs) : nextTurn());
      await writeBatch(key, nextBatch(queue));
    }
    queues.delete(key);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      const key = keyOf(item);
      const queue = queues.get(key) ?? [];
      queue.push({ item, resolve, reject });
      if (queues.has(key)) return;
      queues.set(key, queue);
      void writeQueue(key, queue);
    });
}
