import { Fragment, type ReactNode } from 'react';
import { Breakable, breakable } from './breakable.tsx';
import styles from './description-list.module.css';

interface DescriptionListProps {
  /** Terms without a value show a dash. */
  readonly items: readonly { readonly term: string; readonly value: ReactNode }[];
}

export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, value }) => (
        <Fragment key={term}>
          <dt className={styles.term}>
            <Breakable text={term} />
          </dt>
          <dd className={styles.value}>{isBlank(value) ? '—' : <bdi>{breakable(value)}</bdi>}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function isBlank(value: ReactNode): boolean {
  return value === undefined || value === null || value === false || value === '';
}
