import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { type ListQueryOptions, useListQuery } from './use-list-query.ts';

interface AllRows {
  readonly rows: readonly unknown[];
  /** False if the list has more rows than were read. */
  readonly isComplete: boolean;
}

interface SearchedListOptions<All, Page, Row>
  extends Pick<ListQueryOptions<Page, Row>, 'what' | 'rows' | 'missingScope'> {
  /** Returns the page of the rows that match; undefined without a search. */
  readonly search: ((all: All) => Page) | undefined;
}

/**
 * A list that the API can't search: a page of it, or for a search a page of what matches among all rows,
 * which are read once.
 */
export function useSearchedList<
  All extends AllRows,
  Page,
  Row,
  PageKey extends QueryKey,
  AllKey extends QueryKey,
>(
  pageQuery: UseQueryOptions<Page, Error, Page, PageKey>,
  allQuery: UseQueryOptions<All, Error, All, AllKey>,
  { search, rows, ...options }: SearchedListOptions<All, Page, Row>,
) {
  const isSearching = search !== undefined;
  const page = useListQuery(pageQuery, { ...options, rows, enabled: !isSearching });
  const all = useListQuery(allQuery, {
    ...options,
    rows: (list) => list.rows,
    enabled: isSearching,
  });
  const searchedRows = all.data?.isComplete === false ? all.data.rows.length : undefined;
  if (!search) return { ...page, searchedRows: undefined };
  if (all.data) {
    const data = search(all.data);
    return { ...all, data, rows: rows(data), searchedRows };
  }
  // Shows the page without the search until all rows have arrived.
  return all.error
    ? { ...all, data: undefined, rows: undefined, searchedRows }
    : { ...all, data: page.data, rows: page.rows, isPlaceholderData: true, searchedRows };
}
