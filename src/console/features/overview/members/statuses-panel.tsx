import { Link } from 'react-router';
import type { MemberTotals } from '#console/features/overview/overview-queries.ts';
import { formatNumber, formatShare } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { PanelState } from '#console/shared/panel-state.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { SegmentDot, SegmentedBar } from '#console/ui/data/segmented-bar.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { useMemberTotals } from './facets.ts';
import styles from './figures-table.module.css';

const STATUSES = [
  { status: 'active', label: 'Active', tone: 'good' },
  { status: 'blocked', label: 'Blocked', tone: 'broken' },
  { status: 'opted_out', label: 'Opted out', tone: 'off' },
] as const;

export function StatusesPanel({ teamId }: { readonly teamId: string }) {
  const missingScope = useMissingScope('teams:read');
  const { data, error, isFetching, refetch } = useMemberTotals(teamId, missingScope === undefined);
  return (
    <Card>
      <CardSection title="Members by status">
        {data ? (
          <StatusTable teamId={teamId} totals={data} />
        ) : (
          <PanelState
            errorTitle="Couldn't load members"
            missingScope={missingScope}
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
    <>
      <SegmentedBar
        parts={STATUSES.map(({ status, tone }) => ({ key: status, tone, value: totals[status] }))}
      />
      <table aria-label="Members by status" className={styles.table}>
        <tbody>
          {STATUSES.map(({ status, label, tone }) => (
            <tr key={status}>
              <th scope="row" className={styles.name}>
                <SegmentDot tone={tone} />
                <Link to={{ pathname: paths.members(teamId), search: `status=${status}` }}>
                  {label}
                </Link>
              </th>
              <td className={styles.value}>{formatNumber(totals[status])}</td>
              <td className={styles.share}>{formatShare(all === 0 ? 0 : totals[status] / all)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
