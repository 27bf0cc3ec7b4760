import { invalidParameter } from '#services/platform/json-api/errors.ts';

/**
 * The sequence that a page begins below, from the cursor that the page before it gave.
 * @throws {JsonApiError} 400 for a cursor that no page gave
 */
export function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) {
    throw invalidParameter('start_cursor', 'Takes the next_cursor of the page before.');
  }
  return Number(cursor);
}

interface Page<Row, Document> {
  /** Newest first, one more than asked for where there are more. */
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
