import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatChange, formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { actorLabel } from '#console/shared/audit/audit-labels.ts';
import { allActivitiesQuery } from '#console/shared/loyalty/activities-query.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { PointEntry } from '#contract/points/points.ts';
import styles from './points-history.module.css';
import { INITIAL_COUNT, PAGE_SIZE, pointsQuery } from './points-query.ts';

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
  const moreRef = useRef<HTMLButtonElement>(null);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...pointsQuery(points, teamId, member.member_id, count),
    placeholderData: (previous) => previous,
  });
  if (data === null) return null;
  const isLoadingMore = isPlaceholderData && data.entries.length < count;
  const hasMore = isLoadingMore || (data !== undefined && data.total > count);
  const nextCount = count === INITIAL_COUNT ? PAGE_SIZE : count + PAGE_SIZE;
  const loadError = data ? undefined : toUserFacingError(error, "Couldn't load the points history");
  return (
    <CardSection title="Points history">
      {loadError && (
        <ErrorState error={loadError} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !loadError && <Skeleton height={INITIAL_COUNT * 32} />}
      {data?.total === 0 && <p className={styles.none}>No points so far.</p>}
      {data && data.total > 0 && (
        <>
          <HistoryTable entries={data.entries} />
          <RenewedExpiry entries={data.entries} />
        </>
      )}
      {data && data.total > INITIAL_COUNT && (
        <div className={styles.more}>
          {/* One button, so that it keeps the focus. */}
          <Button
            ref={moreRef}
            variant="ghost"
            size="small"
            loading={isLoadingMore}
            onClick={() => setCount(hasMore ? nextCount : INITIAL_COUNT)}
          >
            {hasMore ? showMoreLabel(data.total, data.entries.length) : 'Show fewer'}
          </Button>
          {hasMore && count > INITIAL_COUNT && (
            <Button
              variant="ghost"
              size="small"
              onClick={() => {
                // The pressed button disappears.
                moreRef.current?.focus();
                setCount(INITIAL_COUNT);
              }}
            >
              Show fewer
            </Button>
          )}
        </div>
      )}
    </CardSection>
  );
}

/** "Show all 45", "Show the latest 200", "Show 112 more". */
function showMoreLabel(total: number, shown: number): string {
  if (shown > INITIAL_COUNT) return `Show ${formatNumber(Math.min(total - shown, PAGE_SIZE))} more`;
  return total > PAGE_SIZE ? `Show the latest ${PAGE_SIZE}` : `Show all ${formatNumber(total)}`;
}

/** Says why earlier points are valid for as long as later ones. */
function RenewedExpiry({ entries }: { readonly entries: readonly PointEntry[] }) {
  const { data } = useQuery(allActivitiesQuery(useApi(), useTeamId(), undefined));
  const renewing = new Set(
    data?.rows
      .filter((activity) => activity.is_points_expiry_reset_activity)
      .map((activity) => activity.activity_id),
  );
  const latest = entries.find(({ activity }) => activity && renewing.has(activity.id));
  const { expires_on: until } = latest ?? {};
  const isRenewed = entries.some(
    ({ at, expires_on: other }) => latest && until && other && at < latest.at && other >= until,
  );
  if (!isRenewed) return null;
  return (
    <p className={styles.none}>
      “{latest?.activity?.name}” also renewed the points that were earned before it.
    </p>
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
              {formatChange(entry.points)}
            </td>
            <td className={styles.end}>{formatNumber(entry.balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EntryText({ entry }: { readonly entry: PointEntry }) {
  const { kind, activity, reason, adjusted_by: adjustedBy, expires_on: expiresOn } = entry;
  const teamId = useTeamId();
  return (
    <>
      {KIND_LABELS[kind]}
      {adjustedBy && ` by ${actorLabel(adjustedBy)}`}
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
      {expiresOn && (
        <div className={styles.expiry}>
          Valid until <LoyaltyDate value={expiresOn} /> unless used first
        </div>
      )}
    </>
  );
}
