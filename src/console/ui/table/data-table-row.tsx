import { memo } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './data-table.module.css';
import type { RowOptions } from './data-table-column.ts';
import { tableRoles } from './table-roles.ts';

interface DataTableRowProps<Row> extends RowOptions<Row> {
  readonly row: Row;
  /** Its place in the whole table, the header being 1: for a table that renders a part of its rows. */
  readonly rowIndex?: number;
}

function PlainRow<Row>({ row, rowIndex, columns, rowHref, rowActions }: DataTableRowProps<Row>) {
  return (
    <tr {...tableRoles.row} aria-rowindex={rowIndex} className={styles.row}>
      {columns.map((column, index) => (
        <td
          key={column.id}
          {...tableRoles.cell}
          className={classNames(
            styles.cell,
            column.align === 'end' && styles.end,
            index === 0 && styles.name,
          )}
          data-card={column.card ?? (index === 0 ? 'title' : undefined)}
          data-hide-below={column.hideBelow}
        >
          {index === 0 && rowHref ? (
            <a href={rowHref(row)} className={styles.link}>
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {rowActions && (
        <td
          {...tableRoles.cell}
          className={classNames(styles.cell, styles.actions)}
          data-card="actions"
        >
          {rowActions(row)}
        </td>
      )}
    </tr>
  );
}

/** One row; drawn again only when it, or how rows are drawn, has changed. */
export const DataTableRow = memo(PlainRow) as typeof PlainRow;
