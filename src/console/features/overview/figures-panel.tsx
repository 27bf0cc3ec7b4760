import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Card } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { useEnrollments } from './enrollments/use-enrollments.ts';
import styles from './figures-panel.module.css';
import { eventsTodayQuery, memberTotalsQuery } from './overview-queries.ts';
import { isNotFound, NO_PROGRAM } from './panel-state.tsx';

interface FiguresPanelProps {
  readonly teamId: string;
  readonly inbox: Client | undefined;
}

/**
 * The key figures of the program. If one fails, the panel below with the same data shows the details of
 * the error.
 */
export function FiguresPanel({ teamId, inbox }: FiguresPanelProps) {
  const api = useApi();
  const canRead = useScopeReason('teams:read') === undefined;
  const totals = useQuery({ ...memberTotalsQuery(api, teamId), enabled: canRead });
  const enrollments = useEnrollments(teamId, canRead);
  const missingScope = canRead ? undefined : 'teams:read';
  return (
    <Card>
      <dl className={styles.figures}>
        <Figure
          label="Active members"
          to={`${paths.members(teamId)}?status=active`}
          query={totals}
          missingScope={missingScope}
          value={totals.data?.active}
        />
        <Figure
          label="Enrolled this month"
          query={enrollments}
          missingScope={missingScope}
          value={enrollments.data?.at(-1)?.total}
        />
        <Figure
          label="Blocked or opted out"
          to={`${paths.members(teamId)}?status=blocked`}
          query={totals}
          missingScope={missingScope}
          value={totals.data && totals.data.blocked + totals.data.opted_out}
        />
        {inbox && <EventsToday teamId={teamId} inbox={inbox} />}
      </dl>
    </Card>
  );
}

function EventsToday({ teamId, inbox }: { readonly teamId: string; readonly inbox: Client }) {
  const canRead = useScopeReason('webhooks:read') === undefined;
  const today = useQuery({ ...eventsTodayQuery(inbox, teamId), enabled: canRead });
  const missingScope = canRead ? undefined : 'webhooks:read';
  return (
    <Figure
      label="Events today"
      to={paths.webhooks(teamId)}
      query={today}
      missingScope={missingScope}
      value={today.data}
    />
  );
}

interface FigureProps {
  readonly label: string;
  readonly query: UseQueryResult;
  /** The scope that the session lacks, if any. */
  readonly missingScope: string | undefined;
  readonly value: number | undefined;
  /** Where what was counted is listed. */
  readonly to?: string;
}

function Figure({ label, value, to, ...state }: FigureProps) {
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
    </div>
  );
}

function NoValue({ query, missingScope }: Omit<FigureProps, 'label' | 'value' | 'to'>) {
  if (missingScope !== undefined) {
    return (
      <p className={styles.note}>
        Requires the <code>{missingScope}</code> scope.
      </p>
    );
  }
  if (!query.isError) return <Skeleton width="96px" height={40} />;
  if (isNotFound(query.error)) return <p className={styles.note}>{NO_PROGRAM}</p>;
  return (
    <>
      <p className={styles.note}>Couldn't load.</p>
      <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </>
  );
}
