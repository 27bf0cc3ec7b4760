import { Children, type ReactNode } from 'react';
import styles from './fact-line.module.css';

export function FactLine({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.facts}>
      {Children.map(children, (fact) => fact && <span>{fact}</span>)}
    </span>
  );
}
