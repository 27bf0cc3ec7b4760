import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useGrantedScopes } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { LanguageFilter } from '#console/shared/loyalty/language-filter.tsx';
import { Card } from '#console/ui/card.tsx';
import { FilterBar } from '#console/ui/filter/filter-chip.tsx';
import { MissingScopeState } from '#console/ui/page/list-states.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { Pager } from '#console/ui/table/pager.tsx';
import type { Activity } from '#contract/loyalty/activities.ts';
import { ActivitiesVacant } from './activities-empty-state.tsx';
import { activitiesQuery } from './activities-queries.ts';
import {
  type ActivitiesView,
  activitiesSearch,
  PAGE_SIZE,
  parseActivitiesView,
} from './activities-view.ts';
import { ACTIVITY_COLUMNS } from './activity-columns.tsx';

/** The scope that the gateway asks for (decisions.md, 37). */
const READ_SCOPE = 'teams:read';
const SKELETON_ROWS = 15;

/** What members can earn points by: a page of activities, and the exact total. */
export function ActivitiesPage() {
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const view = parseActivitiesView(search);
  const canRead = useGrantedScopes()?.includes(READ_SCOPE) ?? true;
  const reading = useQuery({ ...activitiesQuery(api, teamId, view), enabled: canRead });
  const page = reading.data;
  const activities = page?.activities ?? [];
  const nextStart = reading.isPlaceholderData ? undefined : page?.nextStart;

  const problem = toUserFacingError(reading.error, "The activities can't be shown");

  const query = activitiesSearch(view);
  const rowHref = useCallback(
    (activity: Activity) =>
      `${paths.activity(teamId, activity.activity_id)}${query && `?${query}`}`,
    [teamId, query],
  );
  function show(changes: Partial<ActivitiesView>) {
    void navigate({ search: activitiesSearch({ ...view, ...changes }) });
    window.scrollTo({ top: 0 });
  }

  return (
    <PageStack>
      <PageHeader
        title="Activities"
        count={page?.total}
        description="What members can earn points by."
      />
      {canRead && (
        <FilterBar>
          <LanguageFilter
            value={view.language}
            onChange={(language) => show({ start: 0, language })}
          />
        </FilterBar>
      )}
      {problem && page && (
        <OutdatedBanner
          error={problem}
          retrying={reading.isFetching}
          onRetry={() => void reading.refetch()}
        />
      )}
      {canRead ? (
        <DataTable
          label="Activities"
          columns={ACTIVITY_COLUMNS}
          rows={activities}
          rowKey={activityKey}
          rowHref={rowHref}
          loading={reading.isPending}
          skeletonRows={SKELETON_ROWS}
          empty={
            <ActivitiesVacant
              isPastEnd={view.start > 0 && page !== undefined && page.total > 0}
              onFirstPage={() => show({ start: 0 })}
              {...{ reading, problem }}
            />
          }
          footer={
            page &&
            activities.length > 0 && (
              <Pager
                from={page.from}
                to={page.from + activities.length - 1}
                total={page.total}
                onPrevious={
                  view.start > 0
                    ? () => show({ start: Math.max(0, view.start - PAGE_SIZE) })
                    : undefined
                }
                onNext={nextStart === undefined ? undefined : () => show({ start: nextStart })}
                onNextIntent={() => {
                  if (nextStart === undefined) return;
                  const next = activitiesQuery(api, teamId, { ...view, start: nextStart });
                  void queryClient.prefetchQuery(next);
                }}
              />
            )
          }
        />
      ) : (
        <Card>
          <MissingScopeState what="activities" scope={READ_SCOPE} />
        </Card>
      )}
    </PageStack>
  );
}

const activityKey = (activity: Activity) => activity.id;
