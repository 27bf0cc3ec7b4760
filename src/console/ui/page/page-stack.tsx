import type { ReactNode } from 'react';
import styles from './page-stack.module.css';

/** The sections of a page, stacked: header, banners, filters, table. */
export function PageStack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
