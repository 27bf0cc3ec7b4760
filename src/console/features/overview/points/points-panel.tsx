import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { formatMonthName } from '#console/lib/dates/months.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { pointsOwedQuery } from '#console/shared/loyalty/points-owed-query.ts';
import { PanelState } from '#console/shared/panel-state.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import tableStyles from '#console/ui/chart/month-table.module.css';
import { SegmentDot } from '#console/ui/data/segmented-bar.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './points-chart.module.css';
import { PointsChart } from './points-chart.tsx';
import { type PointsMonth, pointsMonths, SERIES } from './points-months.ts';

/** What became of points, and what will expire: this month in numbers, and the months in a small chart. */
export function PointsPanel({ teamId }: { readonly teamId: string }) {
  const query = useQuery(pointsOwedQuery(useApi(), teamId));
  const { owed } = query.data ?? {};
  return (
    <Card>
      <CardSection
        title="Points"
        action={<Link to={`${paths.program(teamId)}?tab=points-owed`}>See points owed</Link>}
      >
        {owed ? (
          <PointsMonths teamId={teamId} {...pointsMonths(owed)} />
        ) : (
          <PanelState
            errorTitle="Couldn't load points"
            error={query.error}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          >
            <Skeleton height={160} />
          </PanelState>
        )}
      </CardSection>
    </Card>
  );
}

interface PointsMonthsProps {
  readonly teamId: string;
  readonly months: readonly PointsMonth[];
  readonly current: number;
}

function PointsMonths({ teamId, months, current }: PointsMonthsProps) {
  const shown = SERIES.filter(({ name }) => months.some((each) => each[name] !== undefined));
  const [before, now, next] = [months[current - 1], months[current], months[current + 1]];
  return (
    <div className={styles.panel}>
      <table aria-label="Points this month" className={tableStyles.table}>
        <thead>
          <tr>
            <td />
            {before && <th scope="col">{formatMonthName(before.month)}</th>}
            {now && <th scope="col">{formatMonthName(now.month)} so far</th>}
            {next && <th scope="col">{formatMonthName(next.month)}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, label, tone }) => (
            <tr key={name}>
              <th scope="row">
                <SegmentDot tone={tone} />
                {label}
              </th>
              {[before, now, next].map(
                (each) =>
                  each && (
                    <td key={each.month.first}>
                      {name === 'expiring' ? (
                        <ExpiringLink teamId={teamId} month={each} />
                      ) : (
                        formatPoints(each[name])
                      )}
                    </td>
                  ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <PointsChart months={months} current={current} />
    </div>
  );
}

/** Leads to the members whose points expire in the month. */
function ExpiringLink({ teamId, month }: { readonly teamId: string; readonly month: PointsMonth }) {
  const { expiring, month: when } = month;
  if (!expiring) return formatPoints(expiring);
  const search = new URLSearchParams({ expiring_month: when.first.slice(0, 7) });
  return <Link to={`${paths.members(teamId)}?${search}`}>{formatPoints(expiring)}</Link>;
}

const formatPoints = (points: number | undefined) =>
  points === undefined ? '' : formatNumber(points);
