import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { formatNumber } from '#console/lib/format-number.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Card } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { useEnrollments } from './enrollments/use-enrollments.ts';
import styles from './figures-panel.module.css';
import { eventsTodayQuery, memberTotalsQuery } from './overview-queries.ts';
import { isAbsent, NO_PROGRAM } from './panel-state.tsx';

interface FiguresPanelProps {
  readonly teamId: string;
  readonly inbox: Client | undefined;
}

/**
 * The figures of the program that people look for first; each stands or fails by itself. Why one
 * fails is told at length by the panel below that shows the same.
 */
export function FiguresPanel({ teamId, inbox }: FiguresPanelProps) {
  const api = useApi();
  const canRead = useScopeReason('teams:read') === undefined;
  const totals = useQuery({ ...memberTotalsQuery(api, teamId), enabled: canRead });
  const enrolments = useEnrollments(teamId, canRead);
  const missingScope = canRead ? undefined : 'teams:read';
  return (
    <Card>
      <dl className={styles.figures}>
        <Figure
          label="Active members"
          reading={totals}
          missingScope={missingScope}
          value={totals.data?.active}
        />
        <Figure
          label="Enrolled this month"
          reading={enrolments}
          missingScope={missingScope}
          value={enrolments.data?.at(-1)?.total}
        />
        <Figure
          label="Blocked or opted out"
          reading={totals}
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
    <Figure label="Events today" reading={today} missingScope={missingScope} value={today.data} />
  );
}

interface FigureProps {
  readonly label: string;
  readonly reading: UseQueryResult;
  /** The scope that reading takes, where the session has not got it. */
  readonly missingScope: string | undefined;
  readonly value: number | undefined;
}

function Figure({ label, value, ...state }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      {value === undefined ? (
        <dd>
          <NoValue {...state} />
        </dd>
      ) : (
        <dd className={styles.value}>{formatNumber(value)}</dd>
      )}
    </div>
  );
}

function NoValue({ reading, missingScope }: Omit<FigureProps, 'label' | 'value'>) {
  if (missingScope !== undefined) {
    return (
      <p className={styles.note}>
        Takes the <code>{missingScope}</code> scope.
      </p>
    );
  }
  if (!reading.isError) return <Skeleton width="96px" height={40} />;
  if (isAbsent(reading.error)) return <p className={styles.note}>{NO_PROGRAM}</p>;
  return (
    <>
      <p className={styles.note}>It couldn't be counted.</p>
      <Button size="small" loading={reading.isFetching} onClick={() => void reading.refetch()}>
        Try again
      </Button>
    </>
  );
}
