import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { formatNumber, formatShare } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { type MemberStatus, type MemberTotals, memberTotalsQuery } from './overview-queries.ts';
import { NO_PROGRAM, PanelState } from './panel-state.tsx';
import styles from './statuses-panel.module.css';

const STATUSES: readonly { readonly status: MemberStatus; readonly label: string }[] = [
  { status: 'active', label: 'Active' },
  { status: 'blocked', label: 'Blocked' },
  { status: 'opted_out', label: 'Opted out' },
];

/** Members by status as bars. Each status links to its members. */
export function StatusesPanel({ teamId }: { readonly teamId: string }) {
  const api = useApi();
  const canRead = useScopeReason('teams:read') === undefined;
  const { data, error, isFetching, refetch } = useQuery({
    ...memberTotalsQuery(api, teamId),
    enabled: canRead,
  });
  return (
    <Card>
      <CardSection title="Members by status">
        {data ? (
          <StatusTable teamId={teamId} totals={data} />
        ) : (
          <PanelState
            errorTitle="Couldn't load members"
            notFoundText={NO_PROGRAM}
            missingScope={canRead ? undefined : 'teams:read'}
            error={error}
            retrying={isFetching}
            onRetry={() => void refetch()}
          >
            <Skeleton height={STATUSES.length * 32} />
          </PanelState>
        )}
      </CardSection>
    </Card>
  );
}

interface StatusTableProps {
  readonly teamId: string;
  readonly totals: MemberTotals;
}

function StatusTable({ teamId, totals }: StatusTableProps) {
  const all = Object.values(totals).reduce((sum, total) => sum + total, 0);
  return (
    <table aria-label="Members by status" className={styles.table}>
      <tbody>
        {STATUSES.map(({ status, label }) => {
          const share = all === 0 ? 0 : totals[status] / all;
          return (
            <tr key={status}>
              <th scope="row" className={styles.name}>
                <Link to={{ pathname: paths.members(teamId), search: `status=${status}` }}>
                  {label}
                </Link>
              </th>
              <td aria-hidden="true">
                <div className={styles.track}>
                  <div
                    className={styles.bar}
                    data-status={status}
                    style={{ inlineSize: `${share * 100}%` }}
                  />
                </div>
              </td>
              <td className={styles.value}>{formatNumber(totals[status])}</td>
              <td className={styles.share}>{formatShare(share)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
