import { invalidParameter } from '#services/platform/json-api/errors.ts';

/**
 * The sequence below which a page starts.
 * @param cursor the `next_cursor` of the previous page
 * @throws {JsonApiError} 400 for any other text
 */
export function parseCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) {
    throw invalidParameter('start_cursor', 'Must be the next_cursor of the previous page.');
  }
  return Number(cursor);
}

interface Page<Row, Document> {
  /** Newest first; one more than `count` if there is a next page. */
  rows: Row[];
  count: number;
  total: number;
  sequenceOf: (row: Row) => number;
  toDocument: (row: Row) => Document;
}

/** One page of an inbox list (decisions.md, 38). */
export function toPage<Row, Document>({
  rows,
  count,
  total,
  sequenceOf,
  toDocument,
}: Page<Row, Document>) {
  const shown = rows.slice(0, count);
  const last = shown.at(-1);
  const more = rows.length > count;
  return {
    data: shown.map(toDocument),
    total,
    next_cursor: more && last !== undefined ? String(sequenceOf(last)) : null,
    more,
  };
}
