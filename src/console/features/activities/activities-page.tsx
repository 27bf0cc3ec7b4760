import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useSearchedList } from '#console/api/lists/use-searched-list.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { DisplayLanguage } from '#console/shared/loyalty/display-language.tsx';
import { NoLoyaltyProgram } from '#console/shared/loyalty/no-loyalty-program.tsx';
import { ListSearch } from '#console/ui/filter/search-field.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { Pager } from '#console/ui/pager/pager.tsx';
import {
  activitiesQuery,
  allActivitiesQuery,
  findActivities,
  type ActivitiesPage as Page,
} from './activities-queries.ts';
import {
  type ActivitiesView,
  activitiesSearch,
  PAGE_SIZE,
  parseActivitiesView,
} from './activities-view.ts';
import { ACTIVITY_COLUMNS } from './activity-columns.tsx';

const SKELETON_ROWS = 15;

/** The activities of the team's loyalty program. */
export function ActivitiesPage() {
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const view = parseActivitiesView(search);
  const { q, language } = view;
  const list = useSearchedList(
    activitiesQuery(api, teamId, view),
    allActivitiesQuery(api, teamId, language),
    {
      what: 'activities',
      rows: ({ activities }) => activities,
      // The gateway requires it (decisions.md, 37).
      missingScope: useMissingScope('teams:read'),
      search: q === undefined ? undefined : (all) => findActivities(all, view),
    },
  );

  const query = activitiesSearch(view);
  function show(changes: Partial<ActivitiesView>) {
    void navigate({ search: activitiesSearch({ ...view, ...changes }) });
    window.scrollTo({ top: 0 });
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
          if (nextStart === undefined || q !== undefined) return;
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
          <ListSearch
            what="activities"
            fields="name or ID"
            value={q}
            searchedRows={list.searchedRows}
            onChange={(text) => {
              const changed = activitiesSearch({ ...view, q: text, start: 0 });
              void navigate({ search: changed }, { replace: true, preventScrollReset: true });
            }}
          />
        )
      }
      filters={q === undefined ? [] : [`Search: “${q}”`]}
      onClearFilters={() => show({ q: undefined, start: 0 })}
      list={list}
      total={list.data?.total}
      columns={ACTIVITY_COLUMNS}
      rowKey={({ id }) => id}
      rowHref={({ activity_id: id }) => `${paths.activity(teamId, id)}${query && `?${query}`}`}
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
