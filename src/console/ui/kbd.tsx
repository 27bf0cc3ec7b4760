import type { ReactNode } from 'react';
import styles from './kbd.module.css';

/** The keys of a shortcut: "Ctrl K". */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}
