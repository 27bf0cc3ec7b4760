import { Fragment, type ReactNode } from 'react';
import { Breakable } from './breakable.tsx';
import styles from './description-list.module.css';

interface DescriptionListProps {
  readonly items: readonly DescriptionItem[];
}

export interface DescriptionItem {
  readonly term: string;
  /** Without one, the term has a dash. */
  readonly value: ReactNode;
  /** Whether the value is below the term: an ID or a link, which would break beside it. */
  readonly isBelow?: boolean;
}

export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, value, isBelow }) => (
        <Fragment key={term}>
          <dt className={styles.term} data-below={isBelow}>
            <Breakable text={term} />
          </dt>
          <dd className={styles.value} data-below={isBelow}>
            {isBlank(value) ? (
              '—'
            ) : (
              <bdi>{typeof value === 'string' ? <Breakable text={value} /> : value}</bdi>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function isBlank(value: ReactNode): boolean {
  return value === undefined || value === null || value === false || value === '';
}
