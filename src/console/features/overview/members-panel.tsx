import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { explain } from '#console/api/explain.ts';
import { formatNumber } from '#console/lib/format-number.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { FailedState } from '#console/ui/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './members-panel.module.css';
import { memberTotalQuery } from './overview-queries.ts';

/** Members by status, from the lists' own totals. */
export function MembersPanel({ teamId }: { readonly teamId: string }) {
  const api = useApi();
  const active = useQuery(memberTotalQuery(api, teamId, 'active'));
  const blocked = useQuery(memberTotalQuery(api, teamId, 'blocked'));
  const optedOut = useQuery(memberTotalQuery(api, teamId, 'opted_out'));
  const figures = [
    { label: 'Active members', total: active },
    { label: 'Blocked', total: blocked },
    { label: 'Opted out', total: optedOut },
  ];

  const failed = figures.filter(({ total }) => total.isError);
  const [firstFailed] = failed;
  if (firstFailed) {
    const what = "Members couldn't be counted";
    return (
      <Card>
        <CardSection>
          <FailedState
            problem={explain(firstFailed.total.error, what) ?? { title: what }}
            retrying={failed.some(({ total }) => total.isFetching)}
            onRetry={() => {
              for (const { total } of failed) void total.refetch();
            }}
          />
        </CardSection>
      </Card>
    );
  }
  return (
    <Card>
      <dl className={styles.figures}>
        {figures.map(({ label, total }) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd className={styles.value}>
              {total.data === undefined ? (
                <Skeleton width="96px" height={40} />
              ) : (
                formatNumber(total.data)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
