import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useSearchedList } from '#console/api/lists/use-searched-list.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { allActivitiesQuery } from '#console/shared/loyalty/activities-query.ts';
import { DisplayLanguage } from '#console/shared/loyalty/display-language.tsx';
import { NoLoyaltyProgram } from '#console/shared/loyalty/no-loyalty-program.tsx';
import { ChoiceChip } from '#console/ui/filter/choice-chip.tsx';
import { FilterBar } from '#console/ui/filter/filter-bar.tsx';
import { ListSearch } from '#console/ui/filter/search-field.tsx';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { Pager } from '#console/ui/pager/pager.tsx';
import {
  ACTIVITY_STATUSES,
  type ActivitiesView,
  activitiesQuery,
  activitiesViewSchema,
  activityUseQuery,
  findActivities,
  isFromAll,
  PAGE_SIZE,
  type ActivitiesPage as Page,
  parseActivitiesView,
} from './activities-queries.ts';
import { activityColumns } from './activity-columns.tsx';

const SKELETON_ROWS = 15;

const STATUS_LABELS = { active: 'Active', inactive: 'Inactive' } as const;
const STATUS_OPTIONS = ACTIVITY_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

/** Phones name it. */
const DEFAULT_ORDER = { sort: '', label: 'Active first' };

const NO_FILTERS: Partial<ActivitiesView> = { q: undefined, status: undefined, start: 0 };

export function ActivitiesPage() {
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const location = useLocation();
  const { search: view, unreadable, changeSearch } = useSearchState(activitiesViewSchema);
  const { q, status, language } = view;
  const statusLabel = status && STATUS_LABELS[status];
  const { data: use } = useQuery(activityUseQuery(api, teamId));
  const list = useSearchedList(
    activitiesQuery(api, teamId, view),
    allActivitiesQuery(api, teamId, language),
    {
      what: 'activities',
      rows: ({ activities }) => activities,
      // The gateway requires it (decisions.md, 37).
      missingScope: useMissingScope('teams:read'),
      search: isFromAll(view) ? (all) => findActivities(all, view, use ?? undefined) : undefined,
    },
  );
  const columns = useMemo(() => activityColumns(use ?? undefined), [use]);

  function show(changes: Partial<ActivitiesView>) {
    changeSearch(changes);
    window.scrollTo({ top: 0 });
  }
  function sortBy(sort: string) {
    show({ sort: parseActivitiesView(new URLSearchParams({ sort })).sort, start: 0 });
  }
  function renderPager({ from, total, activities, nextStart: next }: Page) {
    const nextStart = list.isPlaceholderData ? undefined : next;
    const previousStart = Math.max(0, view.start - PAGE_SIZE);
    return (
      <Pager
        from={from}
        to={from + activities.length - 1}
        total={total}
        onPrevious={view.start > 0 ? () => show({ start: previousStart }) : undefined}
        onNext={nextStart === undefined ? undefined : () => show({ start: nextStart })}
        onNextIntent={() => {
          if (nextStart === undefined || isFromAll(view)) return;
          const nextQuery = activitiesQuery(api, teamId, { ...view, start: nextStart });
          void queryClient.prefetchQuery(nextQuery);
        }}
      />
    );
  }

  return (
    <ListPage
      title="Activities"
      description="Ways members earn points."
      actions={<DisplayLanguage />}
      filterBar={
        !list.isNotFound && (
          <FilterBar
            search={
              <ListSearch
                what="activities"
                fields="name or ID"
                value={q}
                searchedRows={list.searchedRows}
                onChange={(text) => changeSearch({ q: text, start: 0 }, { replace: true })}
              />
            }
          >
            <ChoiceChip
              label="Status"
              text={statusLabel}
              onRemove={() => show({ status: undefined, start: 0 })}
              options={STATUS_OPTIONS}
              value={status}
              onChoose={(chosen) => show({ status: chosen, start: 0 })}
            />
          </FilterBar>
        )
      }
      filters={[
        ...(statusLabel ? [`Status: ${statusLabel}`] : []),
        ...(q === undefined ? [] : [`Search: “${q}”`]),
      ]}
      onClearFilters={() => show(NO_FILTERS)}
      unreadable={unreadable}
      list={list}
      total={list.data?.total}
      columns={columns}
      sort={view.sort ?? DEFAULT_ORDER.sort}
      {...(use && { onSort: sortBy })}
      otherSorts={[DEFAULT_ORDER]}
      rowKey={({ id }) => id}
      rowHref={({ activity_id: id }) => paths.activity(teamId, id) + location.search}
      skeletonRows={SKELETON_ROWS}
      empty={
        <EmptyState icon={<Sparkles />} title="No activities yet">
          <p>
            Members earn points through activities: a purchase, a review, a visit. Set them up in
            the loyalty program.
          </p>
        </EmptyState>
      }
      notFound={<NoLoyaltyProgram what="Activities" />}
      onFirstPage={view.start > 0 ? () => show({ start: 0 }) : undefined}
      pager={list.data && renderPager(list.data)}
    />
  );
}
