import type { PageSearch } from '#console/lib/page-search.ts';
import type { AnyResource } from '#contract/json-api.ts';

/** A page of a JSON:API list, with the place it has in the list. */
export interface OffsetPage<Row> extends PageSearch {
  readonly rows: readonly Row[];
  readonly included: readonly AnyResource[];
  /** Undefined where the service does not count. */
  readonly total: number | undefined;
  readonly hasNext: boolean;
}

interface PageReply<Row> {
  readonly data: readonly Row[];
  readonly included?: readonly AnyResource[] | undefined;
  readonly links: { readonly next: string | null };
  readonly meta?: { readonly total?: number | undefined } | undefined;
}

/** The `page` parameters of a request. */
export function pageQuery({ page, size }: PageSearch) {
  return { 'page[number]': String(page), 'page[size]': String(size) };
}

/** Keeps with the rows which page they are, because the address is ahead while the next is read. */
export function offsetPage<Row>(
  reply: PageReply<Row>,
  { page, size }: PageSearch,
): OffsetPage<Row> {
  return {
    rows: reply.data,
    included: reply.included ?? [],
    page,
    size,
    total: reply.meta?.total,
    hasNext: reply.links.next !== null,
  };
}
