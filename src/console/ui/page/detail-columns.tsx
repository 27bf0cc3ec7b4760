import type { ReactNode } from 'react';
import styles from './detail-columns.module.css';

interface DetailColumnsProps {
  /** The main card and the card with facts. */
  readonly children: ReactNode;
}

/** The two columns of an item's page, stacked if narrow. */
export function DetailColumns({ children }: DetailColumnsProps) {
  return <div className={styles.columns}>{children}</div>;
}
