import type { ReactNode } from 'react';
import { Popover } from '#console/ui/popup/popover.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import tableStyles from '#console/ui/table/data-table.module.css';
import { tableRoles } from '#console/ui/table/table-roles.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import styles from './unreadable-row.module.css';

const LABEL = "Can't be shown completely";

/** An item of which nothing but its id, if it has one, could be read (contract/reader.ts). */
interface UnreadableItem {
  readonly id: string;
  readonly $raw: unknown;
  readonly $isUnreadable: true;
}

export function isUnreadable(row: unknown): row is UnreadableItem {
  return typeof row === 'object' && row !== null && '$isUnreadable' in row;
}

/** Whether something in an item could not be read. The directory's members say so themselves. */
export function isIncomplete(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  return '$raw' in row || ('incomplete' in row && row.incomplete === true);
}

/** The name of an item of which something could not be read, with a mark. */
export function IncompleteName({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.incomplete}>
      <span className={styles.mark} title={LABEL}>
        <StatusDot tone="soon">
          <VisuallyHidden>{LABEL}:</VisuallyHidden>
        </StatusDot>
      </span>
      <span className={styles.name}>{children}</span>
    </span>
  );
}

interface UnreadableRowProps {
  readonly item: UnreadableItem;
  readonly columnCount: number;
  /** `aria-rowindex`, for a table that renders only some of its rows. */
  readonly rowIndex: number | undefined;
}

/** A row without the cells, link and actions of the others, which need what its item doesn't have. */
export function UnreadableRow({ item, columnCount, rowIndex }: UnreadableRowProps) {
  return (
    <tr {...tableRoles.row} aria-rowindex={rowIndex} className={tableStyles.row}>
      <td
        {...tableRoles.cell}
        colSpan={columnCount}
        className={tableStyles.cell}
        data-card="unreadable"
      >
        <UnreadableLabel item={item} />
      </td>
    </tr>
  );
}

/** What a list shows of an item that can't be read, or not completely. */
export function UnreadableLabel({ item }: { readonly item: Pick<UnreadableItem, 'id' | '$raw'> }) {
  return (
    <span className={styles.item}>
      <bdi>{item.id}</bdi>
      <span>{LABEL}</span>
      <Popover
        label="Raw data"
        trigger={(props) => (
          <button type="button" className={styles.button} {...props}>
            Show raw data
          </button>
        )}
      >
        {() => <pre className={styles.raw}>{JSON.stringify(item.$raw, null, 2)}</pre>}
      </Popover>
    </span>
  );
}
