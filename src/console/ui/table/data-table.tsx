import { lazy, type ReactNode, Suspense } from 'react';
import styles from './data-table.module.css';
import type { RowOptions } from './data-table-column.ts';
import { DataTableHead } from './data-table-head.tsx';
import { DataTableSkeleton } from './data-table-skeleton.tsx';
import { PlainRows } from './plain-rows.tsx';
import { type OtherSort, SortSelect } from './sort-select.tsx';
import { tableRoles } from './table-roles.ts';
import { useFollowLinks } from './use-follow-links.ts';
import type { VirtualRows as VirtualRowsComponent } from './virtual-rows.tsx';

/** More rows than this are virtualised. */
const VIRTUAL_FROM = 200;
/** What stands there until the code for that has arrived: a windowful. */
const FIRST_WINDOW = 40;

// `lazy` forgets that the component is generic over its rows.
const VirtualRows = lazy(async () => {
  const { VirtualRows: component } = await import('./virtual-rows.tsx');
  return { default: component };
}) as unknown as typeof VirtualRowsComponent;

interface DataTableProps<Row> extends RowOptions<Row> {
  /** Its accessible name: the page's. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The JSON:API `sort` in force; headers of columns with a `sortKey` change it. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string) => void;
  /** Orders that are no column's, the one in force at first among them: a phone lists them all. */
  readonly otherSorts?: readonly OtherSort[];
  /** Nothing has been read yet: rows of the real height hold the place. */
  readonly loading?: boolean;
  /** How many, about what will come. */
  readonly skeletonRows?: number;
  readonly density?: 'normal' | 'compact';
  /** Stands in place of the rows where there are none: one of the list states. */
  readonly empty?: ReactNode;
  /** The pager. */
  readonly footer?: ReactNode;
}

/**
 * A list as a table; cards on a phone. It holds no state: the server sorts, filters and pages, and
 * the address says how. Keep `columns`, `rowHref` and `rowActions` the same between renders (outside
 * of the component, or memoised), so that rows that did not change are not drawn again.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, loading = false, sort, onSort, rowActions } = props;
  const virtual = rows.length > VIRTUAL_FROM;
  const followLinks = useFollowLinks();
  const { rowKey, rowHref } = props;
  const body = { columns, rowHref, rowActions };
  const vacant = !loading && rows.length === 0 && props.empty !== undefined;

  return (
    <div className={styles.card} data-density={props.density}>
      {vacant ? (
        props.empty
      ) : (
        <>
          <SortSelect
            columns={columns}
            others={props.otherSorts ?? []}
            sort={sort}
            onSort={onSort}
          />
          <table
            {...tableRoles.table}
            {...followLinks}
            aria-label={label}
            aria-busy={loading || undefined}
            aria-rowcount={virtual ? rows.length + 1 : undefined}
            className={styles.table}
          >
            <DataTableHead
              columns={columns}
              hasActions={rowActions !== undefined}
              sort={sort}
              onSort={onSort}
            />
            {loading ? (
              <DataTableSkeleton
                columns={columns}
                hasActions={rowActions !== undefined}
                count={props.skeletonRows ?? 10}
              />
            ) : virtual ? (
              <Suspense
                fallback={
                  <PlainRows {...body} rows={rows.slice(0, FIRST_WINDOW)} rowKey={rowKey} />
                }
              >
                <VirtualRows {...body} rows={rows} />
              </Suspense>
            ) : (
              <PlainRows {...body} rows={rows} rowKey={rowKey} />
            )}
          </table>
        </>
      )}
      {props.footer && <div className={styles.footer}>{props.footer}</div>}
    </div>
  );
}
