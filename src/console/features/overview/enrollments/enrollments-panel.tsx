import { Suspense, useState } from 'react';
import { NO_PROGRAM, PanelState } from '#console/features/overview/panel-state.tsx';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { FallbackBoundary } from '#console/ui/page/fallback-boundary.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { EnrolmentsChartProps } from './enrollments-chart.tsx';
import { EnrolmentsTable } from './enrollments-table.tsx';
import { useEnrolments } from './use-enrollments.ts';

const chart = lazyComponent<EnrolmentsChartProps>(
  async () => (await import('./enrollments-chart.tsx')).EnrolmentsChart,
);

// It is on its way while the figures for it are read.
chart.preload();

/** The chart with its month letters, in px. */
const HEIGHT = 200;

/** Enrolments by month over a year: as a picture, or as a table. */
export function EnrolmentsPanel({ teamId }: { readonly teamId: string }) {
  const canRead = useScopeReason('teams:read') === undefined;
  const reading = useEnrolments(teamId, canRead);
  const { data: enrolments } = reading;
  const [isTable, setIsTable] = useState(false);
  const place = <Skeleton height={HEIGHT} />;

  return (
    <Card>
      <CardSection
        title="Enrolments by month"
        action={
          enrolments && (
            <Button variant="ghost" size="small" onClick={() => setIsTable(!isTable)}>
              {isTable ? 'As bars' : 'As a table'}
            </Button>
          )
        }
      >
        {!enrolments && (
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
        {enrolments && isTable && <EnrolmentsTable enrolments={enrolments} />}
        {enrolments && !isTable && (
          // Where the chart can't be had or drawn, the table says the same.
          <FallbackBoundary fallback={<EnrolmentsTable enrolments={enrolments} />}>
            <Suspense fallback={place}>
              <chart.Component enrolments={enrolments} />
            </Suspense>
          </FallbackBoundary>
        )}
      </CardSection>
    </Card>
  );
}
