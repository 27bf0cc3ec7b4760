import type { ReactNode } from 'react';
import tableStyles from '#console/ui/chart/month-table.module.css';
import styles from './program.module.css';

interface ScrollableTableProps {
  readonly label: string;
  /** `start` for texts. Default: `end`, for figures, except in the first column. */
  readonly align?: 'start';
  readonly children: ReactNode;
}

/** A table that scrolls sideways where it has no room, also by keyboard. */
export function ScrollableTable({ label, align, children }: ScrollableTableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields
    <div
      role="group"
      aria-label={`${label}, scrollable`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards can't scroll it otherwise
      tabIndex={0}
      data-align={align}
      className={styles.scroll}
    >
      <table aria-label={label} className={tableStyles.table}>
        {children}
      </table>
    </div>
  );
}
