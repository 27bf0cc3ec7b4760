import type { ComponentProps, ReactNode } from 'react';
import styles from './choice-list.module.css';

interface ChoiceListProps {
  readonly legend: string;
  readonly children: ReactNode;
}

export function ChoiceList({ legend, children }: ChoiceListProps) {
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** A checkbox or radio button whose whole row can be clicked. */
export function Choice({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.choice}>
      <input {...input} />
      {children}
    </label>
  );
}
