/**
 * Does something for each item, at most `limit` of them at a time, and gives the results in the order
 * of the items. The first failure ends it: what has not begun is not begun any more.
 */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  // One iterator for all: each takes the next item that nobody has.
  const waiting = items.entries();
  let hasFailed = false;
  async function goOn() {
    for (const [index, item] of waiting) {
      if (hasFailed) return;
      results[index] = await work(item);
    }
  }
  try {
    await Promise.all(Array.from({ length: limit }, goOn));
  } catch (error) {
    hasFailed = true;
    throw error;
  }
  return results;
}
