import { invalidParameter } from './errors.ts';

interface Page<Row, Document, Total> {
  /** One more than `count` if there is a next page. */
  rows: Row[];
  count: number;
  /** Whether there is a next page although there are no more rows than `count`. */
  more?: boolean;
  total: Total;
  /** The cursor of the page that starts after a row. */
  cursorOf: (row: Row) => string;
  toDocument: (row: Row) => Document;
}

/** A page ends before it is larger than this, but for a single item that is. */
const PAGE_MAX_BYTES = 4 * 1024 * 1024;

/**
 * One page of a list of Patron's own API (decisions.md, 38). It ends early if its items are large: a
 * response stays in memory until the client has read it.
 */
export function toPage<Row, Document, Total = number>({
  rows,
  count,
  more: isCut = false,
  total,
  cursorOf,
  toDocument,
}: Page<Row, Document, Total>) {
  const data: Document[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, count)) {
    const document = toDocument(row);
    bytes += Buffer.byteLength(JSON.stringify(document));
    if (bytes > PAGE_MAX_BYTES && data.length > 0) break;
    data.push(document);
  }
  const last = rows[data.length - 1];
  const more = isCut || rows.length > data.length;
  return {
    data,
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
