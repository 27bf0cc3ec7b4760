interface SplitOptions<Item> {
  /** The size of a part; a single item may have more. */
  maxBytes: number;
  maxItems?: number;
  /** @param previous the one before it in the same part */
  bytesOf(item: Item, previous: Item | undefined): number;
}

/** Splits items into parts of limited size, in their order: each is read or written by itself, and others have their turn. */
export function splitByBytes<Item>(
  items: readonly Item[],
  { maxBytes, maxItems = Number.POSITIVE_INFINITY, bytesOf }: SplitOptions<Item>,
): Item[][] {
  const parts: Item[][] = [];
  let partBytes = 0;
  for (const item of items) {
    const part = parts.at(-1);
    partBytes += bytesOf(item, part?.at(-1));
    if (part === undefined || part.length === maxItems || partBytes > maxBytes) {
      parts.push([item]);
      partBytes = bytesOf(item, undefined);
    } else {
      part.push(item);
    }
  }
  return parts;
}
