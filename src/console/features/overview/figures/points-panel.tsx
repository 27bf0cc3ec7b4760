import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { buyersQuery } from '#console/features/overview/members/facets.ts';
import { formatShortMonth, toMonth } from '#console/lib/dates/months.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { pointsOwedQuery } from '#console/shared/loyalty/points-owed-query.ts';
import { Card } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { MonthStatement } from '#contract/points/points.ts';
import { Figure } from './figure.tsx';
import styles from './figures-panel.module.css';

/** Members who bought within this time count as active buyers. */
const ACTIVE_DAYS = 90;

interface PointsPanelProps {
  readonly teamId: string;
  /** How many members are active. */
  readonly activeMembers: number;
}

/**
 * What became of points this month, and who still buys. What was earned, redeemed and expired is known of
 * Patron's loyalty service only; the rest comes from the directory.
 */
export function PointsPanel({ teamId, activeMembers }: PointsPanelProps) {
  const api = useApi();
  const owed = useQuery(pointsOwedQuery(api, teamId));
  const since = new Date(useNow());
  since.setUTCDate(since.getUTCDate() - ACTIVE_DAYS);
  const buyers = useQuery(buyersQuery(api, teamId, since.toISOString().slice(0, 10)));
  const months = owed.data?.owed.statement?.slice(-2) ?? [];
  const [before, current] = months;
  const [expiring, next] = owed.data?.owed.expiring ?? [];
  const ofMonth = (change: 'earned' | 'redeemed' | 'expired') => ({
    query: owed,
    missingScope: undefined,
    to: paths.program(teamId),
    value: current && Math.abs(current[change]),
    note: before && noteOf(before, change),
  });
  return (
    <Card>
      <dl className={styles.figures}>
        {(owed.data === undefined || current) && (
          <>
            <Figure label="Points earned this month" {...ofMonth('earned')} />
            <Figure label="Points redeemed this month" {...ofMonth('redeemed')} />
            <Figure label="Points expired this month" {...ofMonth('expired')} />
          </>
        )}
        <Figure
          label="Points expiring this month"
          query={owed}
          missingScope={undefined}
          value={expiring?.points}
          to={expiring && `${paths.members(teamId)}?expiring_month=${expiring.month}`}
          note={
            next && `${formatNumber(next.points)} more in ${formatShortMonth(toMonth(next.month))}`
          }
        />
        <Figure
          label={`Bought in the last ${ACTIVE_DAYS} days`}
          query={buyers}
          missingScope={undefined}
          value={buyers.data}
          to={`${paths.members(teamId)}?status=active&lastPurchase=last:${ACTIVE_DAYS}`}
          note={
            buyers.data === undefined
              ? undefined
              : `${formatNumber(Math.max(0, activeMembers - buyers.data))} other active members`
          }
        />
      </dl>
    </Card>
  );
}

/** "12,400 in Oct". */
function noteOf(month: MonthStatement, change: 'earned' | 'redeemed' | 'expired'): string {
  const name = formatShortMonth(toMonth(month.month));
  return `${formatNumber(Math.abs(month[change]))} in ${name}`;
}
