import { useQueries } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { explain } from '#console/api/explain.ts';
import { formatNumber } from '#console/lib/format-number.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { FailedState } from '#console/ui/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './members-panel.module.css';
import { MEMBER_STATUSES, memberTotalQuery } from './overview-queries.ts';

const LABELS = {
  active: 'Active members',
  blocked: 'Blocked',
  opted_out: 'Opted out',
} as const;

/** Members by status, from the lists' own totals. */
export function MembersPanel({ teamId }: { readonly teamId: string }) {
  const api = useApi();
  const totals = useQueries({
    queries: MEMBER_STATUSES.map((status) => memberTotalQuery(api, teamId, status)),
  });
  const failed = totals.find(({ isError }) => isError);
  if (failed) {
    const what = "Members couldn't be counted";
    return (
      <Card>
        <CardSection>
          <FailedState
            problem={explain(failed.error, what) ?? { title: what }}
            retrying={totals.some(({ isFetching }) => isFetching)}
            onRetry={() => {
              for (const total of totals) if (total.isError) void total.refetch();
            }}
          />
        </CardSection>
      </Card>
    );
  }
  return (
    <Card>
      <dl className={styles.figures}>
        {MEMBER_STATUSES.map((status, index) => (
          <div key={status} className={styles.figure}>
            <dt>{LABELS[status]}</dt>
            <dd className={styles.value}>
              {totals[index]?.data === undefined ? (
                <Skeleton width="96px" height={40} />
              ) : (
                formatNumber(totals[index].data)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
