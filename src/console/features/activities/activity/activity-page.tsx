import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import {
  activityQuery,
  activityUseQuery,
  parseActivitiesView,
} from '#console/features/activities/activities-queries.ts';
import { ActivityStatus } from '#console/features/activities/activity-columns.tsx';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { IncompleteNotice } from '#console/shared/incomplete-notice.tsx';
import { ItemStatePage, OutdatedItem } from '#console/shared/item-query.tsx';
import { DisplayLanguage } from '#console/shared/loyalty/display-language.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card } from '#console/ui/card.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { RawJson } from '#console/ui/data/raw-json.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { PanelBoundary } from '#console/ui/page/panel-boundary.tsx';
import type { Activity } from '#contract/loyalty/activities.ts';
import {
  ActivityDetails,
  ActivityPoints,
  ActivityRules,
  ActivityTexts,
} from './activity-panels.tsx';
import { ActivityUse } from './activity-use.tsx';

export function ActivityPage() {
  const teamId = useTeamId();
  const { activityId = '' } = usePathParams();
  const canRead = useMissingScope('teams:read') === undefined;
  const { search } = useLocation();
  const { language } = parseActivitiesView(new URLSearchParams(search));
  const query = useQuery({
    ...activityQuery(useApi(), teamId, activityId, language),
    enabled: canRead,
  });
  if (query.data) {
    return <ActivityView activity={query.data} outdated={<OutdatedItem query={query} />} />;
  }
  return (
    <ItemStatePage
      title={activityId}
      query={query}
      item="activity"
      what="activities"
      missingScope={canRead ? undefined : 'teams:read'}
    >
      <EmptyState
        title="Activity not found"
        action={<LinkButton to={paths.activities(teamId) + search}>Go to activities</LinkButton>}
      >
        <p>
          This program has no activity <code>{activityId}</code>. It may have been deleted, or
          belong to another team's program.
        </p>
      </EmptyState>
    </ItemStatePage>
  );
}

interface ActivityViewProps {
  readonly activity: Activity;
  /** A banner if the last refetch failed. */
  readonly outdated: ReactNode;
}

function ActivityView({ activity, outdated }: ActivityViewProps) {
  const { data: use } = useQuery(activityUseQuery(useApi(), useTeamId()));
  const counted = use && (use.get(activity.activity_id) ?? { times: 0, points: 0 });
  return (
    <PageStack>
      <PageHeader
        title={activity.activity_name || activity.activity_id}
        description={
          <FactLine>
            <code>{activity.activity_id}</code>
            {activity.is_active !== undefined && <ActivityStatus isActive={activity.is_active} />}
          </FactLine>
        }
        actions={<DisplayLanguage />}
      />
      {outdated}
      <IncompleteNotice item={activity} />
      <DetailColumns>
        <Card>
          <PanelBoundary what="Points">
            <ActivityPoints activity={activity} use={counted ?? undefined} />
          </PanelBoundary>
          <PanelBoundary what="Use">
            <ActivityUse activityId={activity.activity_id} />
          </PanelBoundary>
          <PanelBoundary what="Rules">
            <ActivityRules rules={activity.rules_config ?? []} />
          </PanelBoundary>
          <PanelBoundary what="Member-facing text">
            <ActivityTexts activity={activity} />
          </PanelBoundary>
        </Card>
        <Card>
          <PanelBoundary what="Details">
            <ActivityDetails activity={activity} />
          </PanelBoundary>
        </Card>
      </DetailColumns>
      <RawJson value={activity} />
    </PageStack>
  );
}
