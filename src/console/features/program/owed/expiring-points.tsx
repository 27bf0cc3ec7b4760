import { useState } from 'react';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import styles from '#console/features/program/program.module.css';
import { ScrollableTable } from '#console/features/program/scrollable-table.tsx';
import { formatMonth, toMonth } from '#console/lib/dates/months.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import stateStyles from '#console/shared/panel-state.module.css';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { MonthChart } from '#console/ui/chart/month-chart.tsx';
import { POINTS_OWED_CSV_PATH, type PointsOwed } from '#contract/gateway/points/points-owed.ts';
import { CsvButton } from './csv-button.tsx';
import { formatPointsAsMoney } from './format-money.ts';

interface ExpiringPointsProps {
  readonly teamId: string;
  readonly directory: Client;
  readonly owed: PointsOwed;
}

type ExpiringMonth = PointsOwed['expiring'][number];

/** The chart shows a year and the month in which it began. The table has all. */
const CHART_MONTHS = 13;

/** What expires in which month, as a chart or as a table. Each month leads to its members. */
export function ExpiringPoints({ teamId, directory, owed }: ExpiringPointsProps) {
  const [isTable, setIsTable] = useState(false);
  const { expiring, later, point_value: value } = owed;
  const linkTo = (month: string) => ({
    pathname: paths.members(teamId),
    search: `${new URLSearchParams({ expiring_month: month })}`,
  });
  const total = sumPoints(expiring);
  const charted = expiring.slice(0, CHART_MONTHS);
  const afterwards = total - sumPoints(charted) + later;
  return (
    <CardSection
      title="Expiring by month"
      action={
        <div className={styles.actions}>
          {total > 0 && (
            <Button variant="ghost" size="small" onClick={() => setIsTable(!isTable)}>
              {isTable ? 'Chart' : 'Table'}
            </Button>
          )}
          <CsvButton
            teamId={teamId}
            directory={directory}
            path={POINTS_OWED_CSV_PATH}
            fileName="points-owed.csv"
            what="points by month"
          />
        </div>
      }
    >
      {total === 0 && (
        <p className={stateStyles.note}>No points expire in the next {expiring.length} months.</p>
      )}
      {total > 0 && !isTable && (
        <>
          <MonthChart
            label={`Points that expire in each of the next ${charted.length} months, ${formatNumber(sumPoints(charted))} in all`}
            bars={charted.map((each) => ({
              month: toMonth(each.month),
              value: each.points,
              label: describeMonth(each, formatPointsAsMoney(each.points, value)),
              to: each.points > 0 ? linkTo(each.month) : undefined,
            }))}
            current={0}
          />
          {afterwards > 0 && (
            <p className={stateStyles.note}>
              {formatCount(afterwards, 'more point expires', 'more points expire')} after{' '}
              {formatMonth(toMonth(charted.at(-1)?.month ?? ''))}
            </p>
          )}
        </>
      )}
      {total > 0 && isTable && (
        <ScrollableTable label="Points expiring by month">
          <thead>
            <tr>
              <th scope="col">Month (UTC)</th>
              <th scope="col">Points</th>
              {value && <th scope="col">Value</th>}
              <th scope="col">Members</th>
            </tr>
          </thead>
          <tbody>
            {expiring.map(({ month, points, members }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(toMonth(month))}</th>
                <td>{formatNumber(points)}</td>
                {value && <td>{formatPointsAsMoney(points, value)}</td>}
                <td>
                  {points > 0 ? (
                    <Link to={linkTo(month)}>{formatNumber(members)}</Link>
                  ) : (
                    formatNumber(members)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollableTable>
      )}
    </CardSection>
  );
}

const sumPoints = (months: readonly ExpiringMonth[]) =>
  months.reduce((sum, { points }) => sum + points, 0);

function describeMonth({ month, points, members }: ExpiringMonth, money: string | undefined) {
  const amount = `${formatCount(points, 'point')}${money === undefined ? '' : ` (${money})`}`;
  return `${formatMonth(toMonth(month))}: ${amount} of ${formatCount(members, 'member')}`;
}
