import { classNames } from '#console/lib/class-names.ts';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './data-table.module.css';
import type { Column } from './data-table-column.ts';
import selectionStyles from './row-selection.module.css';

interface DataTableSkeletonProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hasActions: boolean;
  readonly hasSelection: boolean;
  readonly count: number;
}

/** Placeholder rows of the real height. */
export function DataTableSkeleton<Row>({
  columns,
  hasActions,
  hasSelection,
  count,
}: DataTableSkeletonProps<Row>) {
  return (
    <tbody aria-hidden="true" className={styles.pending}>
      {Array.from({ length: count }, (_, index) => `row-${index}`).map((key, row) => (
        <tr key={key} className={styles.row}>
          {hasSelection && (
            <td className={classNames(styles.cell, selectionStyles.cell)} data-card="select" />
          )}
          {columns.map((column, index) => (
            <td
              key={column.id}
              className={classNames(styles.cell, column.align === 'end' && styles.end)}
              data-card={column.card ?? (index === 0 ? 'title' : undefined)}
              data-hide-below={column.hideBelow}
            >
              <Skeleton width={WIDTHS[(row + index) % WIDTHS.length] ?? '60%'} />
            </td>
          ))}
          {hasActions && <td className={classNames(styles.cell, styles.actions)} />}
        </tr>
      ))}
    </tbody>
  );
}

/** Uneven, like real text. */
const WIDTHS = ['62%', '48%', '74%', '55%', '68%'];
