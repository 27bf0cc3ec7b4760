import { queryOptions, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { nullIfNotFound } from '#console/api/errors/null-if-not-found.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { LazyBoundary } from '#console/ui/lazy-boundary.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { listPoints } from '#contract/gateway/points.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { PointEntry } from '#contract/points.ts';
import type { AdjustPointsDialogProps } from './adjust-points-dialog.tsx';
import styles from './points-history.module.css';

const adjustPointsDialog = lazyComponent<AdjustPointsDialogProps>(
  async () => (await import('./adjust-points-dialog.tsx')).AdjustPointsDialog,
);

const INITIAL_COUNT = 6;
/** As many as the API has on a page. */
const MAX_COUNT = 200;

/** What happened to the member's points. Renders nothing where the loyalty service has no history. */
export function PointsHistory({ member }: { readonly member: Member }) {
  const { points } = useApi();
  return points && <History points={points} member={member} />;
}

interface HistoryProps {
  readonly points: Client;
  readonly member: Member;
}

function History({ points, member }: HistoryProps) {
  const teamId = useTeamId();
  const [count, setCount] = useState(INITIAL_COUNT);
  const [isAdjusting, setIsAdjusting] = useState(false);
  const disabledReason = useScopeReason('teams:write');
  const { data, error, isFetching, refetch } = useQuery({
    ...pointsQuery(points, teamId, member.member_id, count),
    placeholderData: (previous) => previous,
  });
  if (data === null) return null;
  const loadError = data ? undefined : toUserFacingError(error, "Couldn't load the points history");
  return (
    <CardSection
      title="Points history"
      action={
        <Button
          variant="ghost"
          size="small"
          icon={<Plus />}
          disabledReason={disabledReason}
          onClick={() => setIsAdjusting(true)}
        >
          Adjust points
        </Button>
      }
    >
      {loadError && (
        <ErrorState error={loadError} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !loadError && <Skeleton height={INITIAL_COUNT * 32} />}
      {data?.total === 0 && <p className={styles.none}>No points so far.</p>}
      {data && data.total > 0 && <HistoryTable entries={data.entries} />}
      {data && data.total > INITIAL_COUNT && (
        <Button
          variant="ghost"
          size="small"
          loading={isFetching && count > data.entries.length}
          className={styles.more}
          onClick={() => setCount(count === INITIAL_COUNT ? MAX_COUNT : INITIAL_COUNT)}
        >
          {count === INITIAL_COUNT
            ? `Show ${data.total > MAX_COUNT ? 'the latest' : 'all'} ${formatNumber(Math.min(data.total, MAX_COUNT))}`
            : 'Show fewer'}
        </Button>
      )}
      {data && count === MAX_COUNT && data.total > MAX_COUNT && (
        <p className={styles.none}>
          The latest {formatNumber(MAX_COUNT)} of {formatCount(data.total, 'entry', 'entries')}.
        </p>
      )}
      {isAdjusting && (
        <LazyBoundary onError={() => setIsAdjusting(false)}>
          <adjustPointsDialog.Component
            points={points}
            member={member}
            onClose={() => setIsAdjusting(false)}
          />
        </LazyBoundary>
      )}
    </CardSection>
  );
}

const KIND_LABELS: Readonly<Record<PointEntry['kind'], string>> = {
  earned: 'Earned',
  pending: 'Pending',
  redeemed: 'Redeemed',
  expired: 'Expired',
  deducted: 'Deducted',
  adjusted: 'Adjusted',
};

function HistoryTable({ entries }: { readonly entries: readonly PointEntry[] }) {
  return (
    <table aria-label="Points history" className={styles.table}>
      <thead>
        <tr>
          <th>When</th>
          <th>What</th>
          <th className={styles.end}>Points</th>
          <th className={styles.end}>Balance</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={styles.time}>
              <RelativeTime at={entry.at} />
            </td>
            <td>
              <EntryText entry={entry} />
            </td>
            <td className={styles.end} data-kind={entry.kind}>
              {entry.points > 0 ? '+' : ''}
              {formatNumber(entry.points)}
            </td>
            <td className={styles.end}>{formatNumber(entry.balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EntryText({ entry: { kind, activity, reason } }: { readonly entry: PointEntry }) {
  const teamId = useTeamId();
  return (
    <>
      {KIND_LABELS[kind]}
      {activity && (
        <>
          : <Link to={paths.activity(teamId, activity.id)}>{activity.name}</Link>
        </>
      )}
      {reason && (
        <>
          : <span className={styles.reason}>{reason}</span>
        </>
      )}
    </>
  );
}

/** The latest entries; null if the loyalty service has no history, or no such member. */
function pointsQuery(points: Client, teamId: string, memberId: string, count: number) {
  return queryOptions({
    queryKey: [...membersKey(teamId), 'points', memberId, count] as const,
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId, member_id: memberId };
      const response = points.request(listPoints, { params, query: { count }, signal });
      const page = await nullIfNotFound(response, [404]);
      return page && { total: page.total, entries: page.data };
    },
  });
}
