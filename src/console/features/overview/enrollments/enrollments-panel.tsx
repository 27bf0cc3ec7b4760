import { useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { formatMonth } from '#console/lib/dates/months.ts';
import { formatChange, formatNumber } from '#console/lib/format/format-number.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { PanelState } from '#console/shared/panel-state.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import styles from '#console/ui/chart/month-table.module.css';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { EnrollmentsChart } from './enrollments-chart.tsx';
import { type MonthEnrollments, useEnrollments } from './use-enrollments.ts';

/** The height of the chart with its month labels. */
const HEIGHT_PX = 200;

/** Enrollments by month over a year, as a chart or as a table. */
export function EnrollmentsPanel({ teamId }: { readonly teamId: string }) {
  const canRead = useMissingScope('teams:read') === undefined;
  const query = useEnrollments(teamId, canRead);
  const { data: enrollments } = query;
  const [isTable, setIsTable] = useState(false);
  const placeholder = <Skeleton height={HEIGHT_PX} />;

  return (
    <Card>
      <CardSection
        title="Enrollments by month"
        action={
          enrollments && (
            <Button variant="ghost" size="small" onClick={() => setIsTable(!isTable)}>
              {isTable ? 'Chart' : 'Table'}
            </Button>
          )
        }
      >
        {!enrollments && (
          <PanelState
            errorTitle="Couldn't load enrollments"
            missingScope={canRead ? undefined : 'teams:read'}
            error={query.error}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          >
            {placeholder}
          </PanelState>
        )}
        {enrollments && isTable && <EnrollmentsTable enrollments={enrollments} />}
        {enrollments && !isTable && (
          // If the chart fails to render, show the table.
          <ErrorBoundary fallback={<EnrollmentsTable enrollments={enrollments} />}>
            <EnrollmentsChart enrollments={enrollments} teamId={teamId} />
          </ErrorBoundary>
        )}
      </CardSection>
    </Card>
  );
}

/** The same data as the chart, with the month before, the year before and the members' status. */
function EnrollmentsTable({ enrollments }: { readonly enrollments: readonly MonthEnrollments[] }) {
  const hasYearBefore = enrollments.some(({ yearBefore }) => yearBefore !== undefined);
  const hasStatuses = enrollments.every(({ byStatus }) => byStatus !== undefined);
  return (
    <table aria-label="Enrollments by month" className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Month (UTC)</th>
          <th scope="col">Enrolled</th>
          <th scope="col">Change</th>
          {hasYearBefore && <th scope="col">Year before</th>}
          {hasStatuses && (
            <>
              <th scope="col">Active now</th>
              <th scope="col">Blocked</th>
              <th scope="col">Opted out</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {enrollments
          .map(({ month, total, yearBefore, byStatus }, index) => {
            const before = enrollments[index - 1]?.total;
            return (
              <tr key={month.first}>
                <th scope="row">
                  {formatMonth(month)}
                  {index === enrollments.length - 1 && ' so far'}
                </th>
                <td>{formatNumber(total)}</td>
                <td>{before === undefined ? '—' : formatChange(total - before)}</td>
                {hasYearBefore && (
                  <td>{yearBefore === undefined ? '—' : formatNumber(yearBefore)}</td>
                )}
                {byStatus && (
                  <>
                    <td>{formatNumber(byStatus.active)}</td>
                    <td>{formatNumber(byStatus.blocked)}</td>
                    <td>{formatNumber(byStatus.opted_out)}</td>
                  </>
                )}
              </tr>
            );
          })
          .reverse()}
      </tbody>
    </table>
  );
}
