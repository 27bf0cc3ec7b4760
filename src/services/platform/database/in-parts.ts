import { isDatabaseUnavailable } from './unavailable.ts';

/**
 * Writes items together. If that fails, each half is written by itself, and so on, so that one that the database
 * rejects doesn't hold up the others.
 * @param onRejected gets an item that fails by itself
 * @throws the error of a single item if the database is unavailable
 */
export async function inParts<Item>(
  items: readonly Item[],
  write: (part: readonly Item[]) => Promise<void>,
  onRejected: (item: Item, error: unknown) => void,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await write(items);
  } catch (error) {
    if (items.length === 1) {
      if (isDatabaseUnavailable(error)) throw error;
      onRejected(first, error);
      return;
    }
    const middle = Math.ceil(items.length / 2);
    await inParts(items.slice(0, middle), write, onRejected);
    await inParts(items.slice(middle), write, onRejected);
  }
}
