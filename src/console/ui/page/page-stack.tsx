import type { ReactNode } from 'react';
import styles from './page-stack.module.css';

interface PageStackProps {
  /** `form` for settings: lines that are longer than 760 px are hard to read. */
  readonly width?: 'full' | 'form';
  readonly children: ReactNode;
}

/** The sections of a page, stacked: header, banners, filters, table. */
export function PageStack({ width = 'full', children }: PageStackProps) {
  return (
    <div className={styles.stack} data-width={width}>
      {children}
    </div>
  );
}
