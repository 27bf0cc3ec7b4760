import { type CSSProperties, Fragment, type Key, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '#console/lib/class-names.ts';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import styles from './data-table.module.css';
import type { Column } from './data-table-column.ts';
import { DataTableHead } from './data-table-head.tsx';
import { DataTableRow, RowMenuContext } from './data-table-row.tsx';
import { DataTableSkeleton } from './data-table-skeleton.tsx';
import { groupStarts, RowGroupHeading } from './groups/row-groups.tsx';
import { type OtherSort, PhoneHeader } from './phone-header.tsx';
import { PlainRows } from './plain-rows.tsx';
import cards from './row-cards.module.css';
import { type RowSelection, useSelectRows } from './row-selection.tsx';
import { StaleRowsContext } from './stale-rows.ts';
import { tableRoles } from './table-roles.ts';
import tallStyles from './tall-cards.module.css';
import { isIncomplete, isUnreadable, UnreadableRow } from './unreadable/unreadable-row.tsx';

/** Tables with more rows than this are virtualized. */
const VIRTUALIZE_ABOVE = 200;

const virtualRows = lazyCode(async () => (await import('./virtual-rows.tsx')).VirtualRows);

export interface DataTableProps<Row> {
  /** The accessible name. */
  readonly label: string;
  /** Compared by identity: new columns redraw all rows. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Where the row's first column links to; undefined for a row without a page. */
  readonly rowHref?: ((row: Row) => string | undefined) | undefined;
  /** The "Actions for <label>" menu of a row, and its `MenuItem`s. */
  readonly rowMenu?:
    | { readonly label: (row: Row) => string; readonly items: (row: Row) => ReactNode }
    | undefined;
  /** Adds a checkbox to each row, and one for all rows of the page. */
  readonly selection?: RowSelection<Row> | undefined;
  /** The current JSON:API `sort`; headers of columns with a `sortKey` change it. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string) => void;
  /** At the end of each header: a `ColumnEdge`, with which columns are resized. */
  readonly columnEdge?: ReactNode;
  /** Orders with names of their own, on a phone: those of no column, or instead of a column's. */
  readonly otherSorts?: readonly OtherSort[];
  /** Shows placeholder rows of the real height. */
  readonly loading?: boolean;
  /** The rows are those of the previous filter, order or page; the requested ones are loading. */
  readonly stale?: boolean;
  readonly skeletonRows?: number;
  readonly density?: 'normal' | 'compact' | 'tall';
  /** On a phone, `tall` cards have as many lines as they need instead of two. */
  readonly cards?: 'tall';
  /**
   * The heading above the first of each series of rows with the same one; '' for none. Long tables have none.
   */
  readonly groupOf?: ((row: Row) => string) | undefined;
  /** The key of a row to point out: the one that was just added. */
  readonly highlightedKey?: string | undefined;
  /** Replaces the table when it has no rows. */
  readonly empty?: ReactNode;
  /** The pager. */
  readonly footer?: ReactNode;
}

/**
 * A list as a table, and as cards on a phone. It holds no state: the server sorts, filters and pages,
 * and the URL says how. Functions may be new on every render: a row renders again only when its item,
 * the columns, its link, its name or its selection change.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, loading = false, stale = false, sort, onSort, rowMenu } = props;
  const { rowKey, rowHref, selection } = props;
  const isVirtual = rows.length > VIRTUALIZE_ABOVE;
  const followLinks = useFollowLinks(rowHref !== undefined);
  const selectableRows = rows.filter((row) => !isUnreadable(row));
  const selectRows = useSelectRows({ rows: selectableRows, rowKey, selection, stale });
  const hasMenu = rowMenu !== undefined;
  const headings = groupStarts(rows, props.groupOf);
  const columnCount = columns.length + Number(hasMenu) + Number(selection !== undefined);
  const isEmpty = !loading && rows.length === 0 && props.empty !== undefined;

  const renderRow = (row: Row, key: Key, rowIndex?: number) =>
    isUnreadable(row) ? (
      <UnreadableRow key={key} item={row} columnCount={columnCount} rowIndex={rowIndex} />
    ) : (
      <DataTableRow
        key={key}
        row={row}
        columns={columns}
        href={rowHref?.(row)}
        menuLabel={rowMenu?.label(row)}
        rowKey={rowKey(row)}
        isSelected={selection?.isSelected(row)}
        selectLabel={selection?.label(row)}
        isIncomplete={isIncomplete(row)}
        isHighlighted={rowKey(row) === props.highlightedKey}
        {...(rowIndex === undefined ? {} : { rowIndex })}
      />
    );

  const renderGroupedRow = (row: Row, key: Key) => {
    const heading = headings.get(row);
    if (!heading) return renderRow(row, key);
    return (
      <Fragment key={key}>
        <RowGroupHeading label={heading} columnCount={columnCount} />
        {renderRow(row, key)}
      </Fragment>
    );
  };

  const renderRowAt = (index: number, key: Key) => {
    const row = rows[index];
    // The header is row 1.
    return row === undefined ? null : renderRow(row, key, index + 2);
  };

  return (
    <StaleRowsContext value={stale}>
      <div
        className={classNames(styles.card, props.cards && tallStyles.tall)}
        data-density={props.density}
        data-cards={props.cards}
        data-scrolls={columns.every(({ width }) => width) || undefined}
        style={cardLines(columns)}
        {...selectRows}
      >
        {isEmpty ? (
          props.empty
        ) : (
          <RowMenuContext value={rowMenu?.items}>
            <PhoneHeader
              {...{ columns, selection, sort, onSort }}
              rows={selectableRows}
              others={props.otherSorts ?? []}
            />
            <table
              {...tableRoles.table}
              {...followLinks}
              aria-label={label}
              data-row-links={rowHref !== undefined || undefined}
              aria-busy={loading || stale || undefined}
              aria-rowcount={isVirtual ? rows.length + 1 : undefined}
              className={classNames(styles.table, cards.table)}
            >
              <DataTableHead
                {...{ columns, selection, sort, onSort }}
                rows={selectableRows}
                hasActions={hasMenu}
                edge={props.columnEdge}
              />
              {loading ? (
                <DataTableSkeleton
                  columns={columns}
                  hasActions={hasMenu}
                  hasSelection={selection !== undefined}
                  count={props.skeletonRows ?? 10}
                />
              ) : isVirtual ? (
                <LazyPart
                  code={virtualRows}
                  props={{ count: rows.length, renderRow: renderRowAt }}
                  fallback={<PlainRows {...{ rows, rowKey, renderRow }} />}
                />
              ) : (
                <PlainRows {...{ rows, rowKey }} renderRow={renderGroupedRow} />
              )}
            </table>
          </RowMenuContext>
        )}
        {props.footer && (
          <div className={styles.footer} data-menu={hasMenu || undefined}>
            {props.footer}
          </div>
        )}
      </div>
    </StaleRowsContext>
  );
}

/** For the height of cards with more than two lines. */
function cardLines(
  columns: readonly Column<never>[],
): (CSSProperties & Record<'--details', number>) | undefined {
  const count = columns.filter(({ card }) => card === 'detail').length;
  return count > 0 ? { '--details': count } : undefined;
}

/**
 * Makes plain links inside an element navigate with the router, and a click anywhere in a row open its
 * link. One handler for a long table: a router `Link` in each row would render again on every change
 * of the URL.
 *
 * @param rowsAreLinks whether a row opens its first link
 * @returns props for the element
 */
function useFollowLinks(rowsAreLinks: boolean) {
  const navigate = useNavigate();
  function onClick(event: MouseEvent<HTMLElement>) {
    const { target } = event;
    if (event.defaultPrevented || event.button !== 0 || !(target instanceof Element)) return;
    const ownLink = target.closest('a');
    const rowLink = rowsAreLinks && !target.closest(CONTROLS) && linkOfRow(target);
    const link = ownLink ?? (rowLink || undefined);
    const isOurs = link?.origin === location.origin && link.target === '' && link.download === '';
    if (!isOurs) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      // The browser opens only a link itself in a new tab.
      if (!ownLink && (event.metaKey || event.ctrlKey)) window.open(link.href);
      return;
    }
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  }
  return { onClick };
}

/** What a click in a row is meant for instead of the row. */
const CONTROLS = 'a, button, input, label, select, summary, thead, [popover]';

/** Undefined while text in the table is selected: the click ended the selection. */
function linkOfRow(target: Element): HTMLAnchorElement | undefined {
  if (getSelection()?.isCollapsed === false) return undefined;
  return target.closest('tr')?.querySelector('a') ?? undefined;
}
