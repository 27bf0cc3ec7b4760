import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface FiguresProps {
  readonly items: readonly {
    readonly label: string;
    readonly value: ReactNode;
    /** What explains the figure. */
    readonly note?: ReactNode;
  }[];
}

export function Figures({ items }: FiguresProps) {
  return (
    <dl className={styles.figures}>
      {items.map(({ label, value, note }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
