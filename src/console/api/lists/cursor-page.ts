/** A page of a list whose pages are found by cursors. */
export interface CursorPage<Row> {
  /** Position of the first row in the whole list, from 1. */
  readonly from: number;
  /** How many rows match the filters; undefined if there are more than are counted. */
  readonly total: number | undefined;
  readonly rows: readonly Row[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

interface PageResponse<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly next_cursor: string | null;
}

/** @param response undefined from a deployment without the API */
export function cursorPage<Row>(
  response: PageResponse<Row> | undefined,
  { from }: { readonly from: number },
): CursorPage<Row> {
  const { data: rows = [], total = 0, next_cursor: nextCursor } = response ?? {};
  return { from, total, rows, nextCursor: nextCursor ?? undefined };
}
