/**
 * Maps items with at most `limit` calls at a time. Results are in the order of the items. After the
 * first failure no more calls are started.
 */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  // Shared by all workers: each takes the next item.
  const queue = items.entries();
  let hasFailed = false;
  async function runNext() {
    for (const [index, item] of queue) {
      if (hasFailed) return;
      results[index] = await work(item);
    }
  }
  try {
    await Promise.all(Array.from({ length: limit }, runNext));
  } catch (error) {
    hasFailed = true;
    throw error;
  }
  return results;
}
