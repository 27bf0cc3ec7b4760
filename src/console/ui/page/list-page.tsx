import type { ReactNode } from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { DataTable, type DataTableProps } from '#console/ui/table/data-table.tsx';
import { Banner } from './banner.tsx';
import { EmptyState, ErrorState, MissingScopeState, NoMatchState } from './list-states.tsx';
import { OutdatedBanner } from './outdated-banner.tsx';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';
import { PageStack } from './page-stack.tsx';

/** The query behind a list, as `useListQuery` returns it. */
export interface ListState<Row> {
  /** What the list holds, in the plural: "accounts". */
  readonly what: string;
  /** Undefined until the first response. */
  readonly rows: readonly Row[] | undefined;
  /** The scope that reading requires, if the session doesn't have it. */
  readonly missingScope: string | undefined;
  readonly error: UserFacingError | undefined;
  /** The service sent 404: the team has no such list at all. */
  readonly isNotFound: boolean;
  /** The service rejected the cursor of the URL. */
  readonly isCursorInvalid: boolean;
  readonly isFetching: boolean;
  /** `rows` are those of the previous filter, order or page, shown until the requested ones arrive. */
  readonly isPlaceholderData: boolean;
  /** When `rows` were fetched, in ms since 1970. */
  readonly updatedAt: number;
  readonly retry: () => void;
}

/** Whether nothing is known yet: no rows, and no reason why there are none. */
export function isLoading({ rows, error, missingScope }: ListState<unknown>): boolean {
  return !rows && !error && missingScope === undefined;
}

interface ListEmptyStateProps {
  readonly list: ListState<unknown>;
  /** The `EmptyState` of a list that holds nothing at all. */
  readonly empty: ReactNode;
  /** Replaces the error when the service sends 404. */
  readonly notFound?: ReactNode;
  /** How many rows the list has on all pages, if known. */
  readonly total?: number | undefined;
  /** Given on every page but the first. */
  readonly onFirstPage?: (() => void) | undefined;
  /** The filters that are set: "Status is blocked". */
  readonly filters?: readonly string[];
  readonly onClearFilters?: () => void;
}

/** Why a list shows no rows, and what to do about it. */
export function ListEmptyState(props: ListEmptyStateProps) {
  const { list, empty, notFound, total, onFirstPage, filters = [], onClearFilters } = props;
  const { what, missingScope, error, retry, isFetching } = list;
  if (missingScope !== undefined) return <MissingScopeState what={what} scope={missingScope} />;
  if (onFirstPage && (list.isCursorInvalid || (!error && total !== 0))) {
    return (
      <EmptyState
        title="This page no longer exists"
        action={<Button onClick={onFirstPage}>Go to first page</Button>}
      >
        <p>The list changed, or the link is incomplete.</p>
      </EmptyState>
    );
  }
  if (list.isNotFound && notFound) return notFound;
  if (error) return <ErrorState error={error} onRetry={retry} retrying={isFetching} />;
  if (filters.length > 0 && onClearFilters) {
    return <NoMatchState what={what} filters={filters} onClear={onClearFilters} />;
  }
  return empty;
}

/** Says that the rows are from an earlier request because the last one failed. */
export function ListOutdatedBanner({ list }: { readonly list: ListState<unknown> }) {
  const { what, rows, error, isCursorInvalid, updatedAt, isFetching, retry } = list;
  if (!error || !rows || isCursorInvalid) return null;
  return <OutdatedBanner {...{ what, error, updatedAt }} onRetry={retry} retrying={isFetching} />;
}

/** @param filters those of the link that can't be read; without any there is no banner */
export function UnreadableBanner({ filters }: { readonly filters: readonly string[] }) {
  if (filters.length === 0) return null;
  return (
    <Banner tone="amber" title={`Part of this link couldn't be read: ${filters.join(', ')}`}>
      <p>The list is shown without it.</p>
    </Banner>
  );
}

interface ListTableProps<Row>
  extends Omit<DataTableProps<Row>, 'rows' | 'loading' | 'stale' | 'empty' | 'footer'>,
    ListEmptyStateProps {
  readonly list: ListState<Row>;
  /** Shown below the rows. */
  readonly pager?: ReactNode;
}

/** The table of a list, or why there are no rows. */
export function ListTable<Row>({ pager, ...props }: ListTableProps<Row>) {
  const { rows } = props.list;
  return (
    <DataTable
      {...props}
      rows={rows ?? []}
      loading={isLoading(props.list)}
      stale={props.list.isPlaceholderData}
      empty={<ListEmptyState {...props} />}
      footer={rows && rows.length > 0 && pager}
    />
  );
}

interface ListPageProps<Row>
  extends Omit<PageHeaderProps, 'count' | 'isCountAbout'>,
    Omit<ListTableProps<Row>, 'label'> {
  readonly filterBar?: ReactNode;
  /** Whether the total is estimated. */
  readonly isTotalAbout?: boolean | undefined;
  /** The list is filtered even if no filter was set: an empty list may have other rows. */
  readonly isFilteredByDefault?: boolean;
  /** The parameters of the URL that can't be read. */
  readonly unreadable?: readonly string[];
  /** A banner about the rows, above the table. */
  readonly banner?: ReactNode;
  /** Dialogs, and the `Outlet` for panels. */
  readonly children?: ReactNode;
}

/** A page with a list: header, filters, table, pager, and every state in which there are no rows. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, countLabel, description, actions, banner, children, ...rest } = props;
  const { filterBar, isTotalAbout, isFilteredByDefault = false, unreadable = [], ...table } = rest;
  const { list, total } = table;
  // A list that holds nothing has nothing to filter.
  const hasRows = list.missingScope === undefined && list.rows?.length !== 0;
  const isFiltered =
    list.missingScope === undefined &&
    (isFilteredByDefault || (table.filters?.length ?? 0) > 0 || table.onFirstPage !== undefined);
  return (
    <PageStack>
      <PageHeader
        {...{ title, countLabel, description, actions }}
        count={list.isPlaceholderData ? undefined : total}
        isCountAbout={isTotalAbout}
      />
      {(hasRows || isFiltered) && filterBar}
      <UnreadableBanner filters={unreadable} />
      <ListOutdatedBanner list={list} />
      {banner}
      <ListTable {...table} label={title} />
      {children}
    </PageStack>
  );
}
