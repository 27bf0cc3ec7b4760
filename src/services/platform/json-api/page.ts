import { invalidParameter } from './errors.ts';

interface Page<Row, Document> {
  /** One more than `count` if there is a next page. */
  rows: Row[];
  count: number;
  /** Whether there is a next page although there are no more rows than `count`. */
  more?: boolean;
  total: number;
  /** The cursor of the page that starts after a row. */
  cursorOf: (row: Row) => string;
  toDocument: (row: Row) => Document;
}

/** One page of a list of Patron's own API (decisions.md, 38). */
export function toPage<Row, Document>({
  rows,
  count,
  more: isCut = false,
  total,
  cursorOf,
  toDocument,
}: Page<Row, Document>) {
  const shown = rows.slice(0, count);
  const last = shown.at(-1);
  const more = isCut || rows.length > count;
  return {
    data: shown.map(toDocument),
    total,
    next_cursor: more && last !== undefined ? cursorOf(last) : null,
    more,
  };
}

/** @throws {JsonApiError} 400 */
export function invalidCursor(): never {
  throw invalidParameter('start_cursor', 'Must be the next_cursor of the previous page.');
}

/**
 * The number below which a page starts, for lists whose cursor is one.
 * @throws {JsonApiError} 400 for any other text
 */
export function parseNumberCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) invalidCursor();
  return Number(cursor);
}
