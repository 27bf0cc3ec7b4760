import type { ReactNode } from 'react';
import styles from './row-list.module.css';

/** Items of a section as rows, divided by hairlines; each is a `RowItem`. */
export function RowList({ children }: { readonly children: ReactNode }) {
  return <ul>{children}</ul>;
}

interface RowItemProps {
  readonly picture?: ReactNode;
  readonly title: ReactNode;
  /** A line below the title. */
  readonly detail?: ReactNode;
  /** A value with a fixed form opposite the title, such as a date. */
  readonly aside?: ReactNode;
}

export function RowItem({ picture, title, detail, aside }: RowItemProps) {
  return (
    <li className={styles.row}>
      {picture}
      <div className={styles.content}>
        <div className={styles.words}>
          <h3 className={styles.title}>{title}</h3>
          {detail && <p className={styles.detail}>{detail}</p>}
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
    </li>
  );
}
