import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { formatCount, formatNumber, formatShare } from '#console/lib/format/format-number.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { pointsOwedQuery } from '#console/shared/loyalty/points-owed-query.ts';
import styles from '#console/shared/panel-state.module.css';
import { NO_PROGRAM, PanelState } from '#console/shared/panel-state.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { Figures } from '#console/ui/chart/figures.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { DirectoryStatus } from '#contract/gateway/directory.ts';
import type { PointsOwed } from '#contract/gateway/points/points-owed.ts';
import { ExpiringPoints } from './expiring-points.tsx';
import { formatPointsAsMoney, formatPointValue } from './format-money.ts';
import { PointValueDialog } from './point-value-dialog.tsx';
import { Statement } from './statement.tsx';

/** Poll interval until the directory has read all members. */
export const BUILDING_POLL_MS = 5_000;

interface PointsOwedSectionProps {
  readonly teamId: string;
  readonly directory: Client;
  /** Shown before the statement. */
  readonly children: ReactNode;
}

/** What the program owes its members today and by month, and how that changed. */
export function PointsOwedSection({ teamId, directory, children }: PointsOwedSectionProps) {
  const missingScope = useMissingScope('teams:read');
  const writeReason = useScopeReason('teams:write');
  const [isSettingValue, setIsSettingValue] = useState(false);
  const query = useQuery({
    ...pointsOwedQuery(useApi(), teamId),
    enabled: missingScope === undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.directory.state === 'building' ? BUILDING_POLL_MS : false,
  });
  const { owed, directory: status } = query.data ?? {};
  const complete = owed && status && isComplete(status) ? { owed, status } : undefined;
  return (
    <>
      <Card>
        <CardSection
          title="Points owed"
          action={
            owed && (
              <Button
                variant="ghost"
                size="small"
                disabledReason={writeReason}
                onClick={() => setIsSettingValue(true)}
              >
                {owed.point_value ? 'Change value of a point' : 'Set value of a point'}
              </Button>
            )
          }
        >
          {!owed && (
            <PanelState
              errorTitle="Couldn't load points owed"
              notFoundText={NO_PROGRAM}
              missingScope={missingScope}
              error={query.error}
              retrying={query.isFetching}
              onRetry={() => void query.refetch()}
            >
              <Skeleton height={320} />
            </PanelState>
          )}
          {owed && !complete && (
            <p className={styles.note}>
              {status?.state === 'off'
                ? "The member directory is switched off, so points can't be added up."
                : 'The member directory is still being built. Points owed appear here when it is complete.'}
            </p>
          )}
          {complete && <OwedFigures {...complete} />}
        </CardSection>
        {complete && <ExpiringPoints teamId={teamId} directory={directory} owed={complete.owed} />}
      </Card>
      {children}
      {complete?.owed.statement !== undefined && (
        <Card>
          <Statement teamId={teamId} directory={directory} statement={complete.owed.statement} />
        </Card>
      )}
      {owed && isSettingValue && (
        <PointValueDialog
          teamId={teamId}
          directory={directory}
          value={owed.point_value}
          onClose={() => setIsSettingValue(false)}
        />
      )}
    </>
  );
}

const isComplete = ({ state }: DirectoryStatus) => state !== 'building' && state !== 'off';

interface OwedFiguresProps {
  readonly owed: PointsOwed;
  readonly status: DirectoryStatus;
}

function OwedFigures({ owed, status }: OwedFiguresProps) {
  const { available, pending, without_expiry: never, expired_share: share } = owed;
  const value = owed.point_value;
  const money = (points: number) => formatPointsAsMoney(points, value);
  return (
    <PageStack>
      <Figures
        items={[
          {
            label: 'Available',
            value: formatNumber(available),
            note: value
              ? `${money(available)} at ${formatPointValue(value)} a point`
              : 'points that members can redeem',
          },
          {
            label: 'Pending approval',
            value: formatNumber(pending),
            note: money(pending) ?? 'points that members have earned',
          },
          ...(share === null
            ? []
            : [
                {
                  label: 'Expire unused',
                  value: formatShare(share),
                  note: 'of all points earned so far',
                },
              ]),
        ]}
      />
      <p className={styles.note}>
        <FactLine>
          {never > 0 && `${formatCount(never, 'point never expires', 'points never expire')}`}
          {!value && 'Set the value of a point to see these figures in money'}
          {status.as_of !== null && (
            <>
              As of <RelativeTime at={status.as_of} />
            </>
          )}
        </FactLine>
      </p>
    </PageStack>
  );
}
