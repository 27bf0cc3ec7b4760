import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './figures-panel.module.css';

interface FigureProps {
  readonly label: string;
  readonly query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>;
  /** The scope that the session lacks, if any. */
  readonly missingScope: string | undefined;
  readonly value: number | undefined;
  /** Where what was counted is listed. */
  readonly to?: string | undefined;
  /** What it compares with, or more about it. */
  readonly note?: string | undefined;
}

export function Figure({ label, value, to, note, ...state }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      {value === undefined ? (
        <dd>
          <NoValue {...state} />
        </dd>
      ) : (
        <dd className={styles.value}>
          {to === undefined ? formatNumber(value) : <Link to={to}>{formatNumber(value)}</Link>}
        </dd>
      )}
      {note !== undefined && <dd className={styles.compared}>{note}</dd>}
    </div>
  );
}

function NoValue({ query, missingScope }: Pick<FigureProps, 'query' | 'missingScope'>) {
  if (missingScope !== undefined) {
    return (
      <p className={styles.note}>
        Requires the <code>{missingScope}</code> scope.
      </p>
    );
  }
  if (!query.isError) return <Skeleton width="96px" height={40} />;
  return (
    <>
      <p className={styles.note}>Couldn't load.</p>
      <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </>
  );
}
