import { ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import tableStyles from './data-table.module.css';
import type { Column } from './data-table-column.ts';
import styles from './data-table-head.module.css';
import { type RowSelection, SelectAllCell } from './row-selection.tsx';
import { ariaSort, toggleSort } from './sort/sort-key.ts';
import { tableRoles } from './table-roles.ts';

interface DataTableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hasActions: boolean;
  /** The rows of the page, to select all of them. */
  readonly rows: readonly Row[];
  readonly selection: RowSelection<Row> | undefined;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
  readonly edge: ReactNode;
}

/** The header row. Sortable columns have a button and `aria-sort`. */
export function DataTableHead<Row>(props: DataTableHeadProps<Row>) {
  const { columns, hasActions, rows, selection, sort, onSort, edge } = props;
  return (
    <thead {...tableRoles.rowGroup}>
      <tr {...tableRoles.row}>
        {selection && <SelectAllCell rows={rows} selection={selection} />}
        {columns.map(({ id, header, align, width, sortKey, hideBelow }) => (
          <th
            key={id}
            {...tableRoles.columnHeader}
            scope="col"
            className={classNames(styles.head, align === 'end' && styles.end)}
            style={{ width }}
            aria-sort={sortKey && onSort ? ariaSort(sort, sortKey) : undefined}
            data-hide-below={hideBelow}
            data-column={edge && id}
          >
            {sortKey && onSort ? (
              <button
                type="button"
                className={styles.sort}
                // The largest figures are looked for first.
                onClick={() =>
                  onSort(toggleSort(sort, sortKey, align === 'end' ? 'descending' : 'ascending'))
                }
              >
                {header}
                <ArrowUp />
              </button>
            ) : (
              header
            )}
            {edge}
          </th>
        ))}
        {hasActions && (
          <th
            {...tableRoles.columnHeader}
            scope="col"
            className={classNames(styles.head, tableStyles.actions)}
          >
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}
