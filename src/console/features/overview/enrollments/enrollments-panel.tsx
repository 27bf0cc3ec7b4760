import { Suspense, useState } from 'react';
import { NO_PROGRAM, PanelState } from '#console/features/overview/panel-state.tsx';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { FallbackBoundary } from '#console/ui/page/fallback-boundary.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { EnrollmentsChartProps } from './enrollments-chart.tsx';
import { EnrollmentsTable } from './enrollments-table.tsx';
import { useEnrollments } from './use-enrollments.ts';

const chart = lazyComponent<EnrollmentsChartProps>(
  async () => (await import('./enrollments-chart.tsx')).EnrollmentsChart,
);

// It is on its way while the figures for it are read.
chart.preload();

/** The chart with its month letters, in px. */
const HEIGHT = 200;

/** Enrolments by month over a year: as a picture, or as a table. */
export function EnrollmentsPanel({ teamId }: { readonly teamId: string }) {
  const canRead = useScopeReason('teams:read') === undefined;
  const reading = useEnrollments(teamId, canRead);
  const { data: enrollments } = reading;
  const [isTable, setIsTable] = useState(false);
  const place = <Skeleton height={HEIGHT} />;

  return (
    <Card>
      <CardSection
        title="Enrolments by month"
        action={
          enrollments && (
            <Button variant="ghost" size="small" onClick={() => setIsTable(!isTable)}>
              {isTable ? 'As bars' : 'As a table'}
            </Button>
          )
        }
      >
        {!enrollments && (
          <PanelState
            failure="Enrolments couldn't be counted"
            absence={NO_PROGRAM}
            missingScope={canRead ? undefined : 'teams:read'}
            error={reading.error}
            retrying={reading.isFetching}
            onRetry={() => void reading.refetch()}
          >
            {place}
          </PanelState>
        )}
        {enrollments && isTable && <EnrollmentsTable enrollments={enrollments} />}
        {enrollments && !isTable && (
          // Where the chart can't be had or drawn, the table says the same.
          <FallbackBoundary fallback={<EnrollmentsTable enrollments={enrollments} />}>
            <Suspense fallback={place}>
              <chart.Component enrollments={enrollments} />
            </Suspense>
          </FallbackBoundary>
        )}
      </CardSection>
    </Card>
  );
}
