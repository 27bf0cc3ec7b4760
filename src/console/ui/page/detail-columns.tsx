import type { ReactNode } from 'react';
import styles from './detail-columns.module.css';

interface DetailColumnsProps {
  /** A card with what the page is about, and one with the facts; under one another where it is narrow. */
  readonly children: ReactNode;
}

/** The two columns of the page of one thing. */
export function DetailColumns({ children }: DetailColumnsProps) {
  return <div className={styles.columns}>{children}</div>;
}
