import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { formatNumber } from '#console/lib/format-number.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { Card } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './figures-panel.module.css';
import { eventsTodayQuery, memberTotalsQuery } from './overview-queries.ts';
import { NO_PROGRAM, PanelState } from './panel-state.tsx';
import { useEnrolments } from './use-enrolments.ts';

interface FiguresPanelProps {
  readonly teamId: string;
  readonly inbox: Client | undefined;
}

/** The figures of the program that people look for first; each stands or fails by itself. */
export function FiguresPanel({ teamId, inbox }: FiguresPanelProps) {
  const api = useApi();
  const canRead = useScopeReason('teams:read') === undefined;
  const totals = useQuery({ ...memberTotalsQuery(api, teamId), enabled: canRead });
  const enrolments = useEnrolments(teamId, canRead);
  const common = {
    missingScope: canRead ? undefined : 'teams:read',
    failure: "Members couldn't be counted",
    absence: NO_PROGRAM,
  };
  const members = { ...common, ...readingOf(totals) };
  return (
    <Card>
      <dl className={styles.figures}>
        <Figure {...members} label="Active members" value={totals.data?.active} />
        <Figure
          {...common}
          {...readingOf(enrolments)}
          label="Enrolled this month"
          value={enrolments.data?.at(-1)?.total}
        />
        <Figure
          {...members}
          label="Blocked or opted out"
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
  return (
    <Figure
      label="Events today"
      value={today.data}
      missingScope={canRead ? undefined : 'webhooks:read'}
      failure="Events couldn't be counted"
      {...readingOf(today)}
    />
  );
}

function readingOf({ error, isFetching, refetch }: UseQueryResult) {
  return { error, retrying: isFetching, onRetry: () => void refetch() };
}

interface FigureProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly failure: string;
  readonly absence?: string;
  readonly missingScope: string | undefined;
  readonly error: Error | null;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

function Figure({ label, value, ...state }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      {value === undefined ? (
        <dd>
          <PanelState {...state}>
            <Skeleton width="96px" height={40} />
          </PanelState>
        </dd>
      ) : (
        <dd className={styles.value}>{formatNumber(value)}</dd>
      )}
    </div>
  );
}
