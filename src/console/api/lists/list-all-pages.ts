import type { AnyResource } from '#contract/json-api.ts';
import { type OffsetPage, offsetPage } from './offset-page.ts';

const PAGE_SIZE = 100;
/** Lists with more rows are read in part: the console filters them in the browser. */
const MAX_PAGES = 20;

export interface AllRows<Row> {
  readonly rows: readonly Row[];
  readonly included: readonly AnyResource[];
  /** False if the list has more rows than the console reads. */
  readonly isComplete: boolean;
}

/**
 * Reads all pages of a list, 100 rows at a time.
 *
 * @param fetchPage sends the request with the `page` parameters
 */
export async function listAllPages<Row>(
  fetchPage: (query: {
    'page[number]': string;
    'page[size]': string;
  }) => Promise<Parameters<typeof offsetPage<Row>>[0]>,
): Promise<AllRows<Row>> {
  const pages: OffsetPage<Row>[] = [];
  let hasNext = true;
  while (hasNext && pages.length < MAX_PAGES) {
    const page = pages.length + 1;
    const response = await fetchPage({
      'page[number]': String(page),
      'page[size]': String(PAGE_SIZE),
    });
    const last = offsetPage(response, { page, size: PAGE_SIZE });
    pages.push(last);
    hasNext = last.hasNext && last.rows.length > 0;
  }
  return {
    rows: pages.flatMap(({ rows }) => rows),
    included: pages.flatMap(({ included }) => included),
    isComplete: !hasNext,
  };
}
