import type { PageSearch } from '#console/lib/url/page-search.ts';
import type { AnyResource } from '#contract/json-api.ts';

export interface OffsetPage<Row> extends PageSearch {
  readonly rows: readonly Row[];
  readonly included: readonly AnyResource[];
  /** Undefined if the service doesn't count. */
  readonly total: number | undefined;
  readonly hasNext: boolean;
}

interface PageResponse<Row> {
  readonly data: readonly Row[];
  readonly included?: readonly AnyResource[] | undefined;
  readonly links: { readonly next: string | null | undefined };
  readonly meta?: { readonly total?: number | undefined } | undefined;
}

export function pageQuery({ page, size }: PageSearch) {
  return { 'page[number]': String(page), 'page[size]': String(size) };
}

/** Stores the page number with the rows: while the next page loads, the URL is already ahead. */
export function offsetPage<Row>(
  response: PageResponse<Row>,
  { page, size }: PageSearch,
): OffsetPage<Row> {
  const rows = response.data;
  const total = response.meta?.total;
  const hasNext = hasNextPage(response, { page, size });
  return {
    rows,
    included: response.included ?? [],
    page,
    size,
    total,
    hasNext,
  };
}

/** Without a link, a full page means that there may be more. */
function hasNextPage<Row>({ data, links, meta }: PageResponse<Row>, { page, size }: PageSearch) {
  if (links.next !== undefined) return links.next !== null;
  const isFull = data.length >= size;
  return meta?.total === undefined ? isFull : isFull && page * size < meta.total;
}

/** A page of rows that are all known. */
export function pageOfRows<Row>(
  all: { readonly rows: readonly Row[]; readonly included: readonly AnyResource[] },
  { page, size }: PageSearch,
): OffsetPage<Row> {
  const total = all.rows.length;
  const rows = all.rows.slice((page - 1) * size, page * size);
  return { rows, included: all.included, page, size, total, hasNext: page * size < total };
}
