import { Users } from 'lucide-react';
import { Outlet, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { useFilterLabels } from '#console/features/members/known-tiers.ts';
import {
  type MembersPage as MembersPageData,
  membersQuery,
  useCountedPage,
} from '#console/features/members/members-queries.ts';
import {
  findSort,
  hasFilters,
  listSearch,
  type MembersView,
  membersSearch,
  needsDirectory,
  parseDirectoryView,
  parseProgramView,
  unreadableFilters,
} from '#console/features/members/members-view.ts';
import { MAX_WIDTH, MIN_WIDTH } from '#console/features/members/stored-display.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { NoLoyaltyProgram } from '#console/shared/loyalty/no-loyalty-program.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { ColumnEdge } from '#console/ui/table/resize/column-edge.tsx';
import { useMemberSelection } from './bulk/use-member-selection.ts';
import { MEMBER_COLUMNS, similarityGroups } from './member-columns.tsx';
import { AddMemberButton, MembersActions, useRowActions } from './members-actions.tsx';
import { MembersFooter, useStartedJobs } from './members-footer.tsx';
import { MembersToolbar } from './members-toolbar.tsx';
import { DirectoryBanner, IndexingStatus, SearchPending } from './search/directory-status.tsx';
import { useDisplayOptions } from './view-options/display-options.ts';

const SKELETON_ROWS = 15;
const RELEVANCE = [{ sort: '', label: 'Best match' }];
/** Pages with more rows than this are compact. */
const COMPACT_ABOVE = 100;

/** What the number beside the title counts. */
function countLabel(view: MembersView, page: MembersPageData | undefined): string | undefined {
  if (page?.matching?.literal === 0 && page.total !== 0) return 'similar';
  if (hasFilters(view)) return 'matching';
  return (page?.isFromDirectory ?? true) ? undefined : 'active';
}

export function MembersPage() {
  const teamId = useTeamId();
  const api = useApi();
  const hasDirectory = api.directory !== undefined;
  const pages = useCursorPages(hasDirectory ? parseDirectoryView : parseProgramView, membersSearch);
  const { view, change } = pages;
  const search = listSearch(view);
  const list = useListQuery(membersQuery(api, teamId, view), {
    what: 'members',
    rows: ({ members }) => members,
    // The gateway requires it (decisions.md, 37).
    missingScope: useMissingScope('teams:read'),
    cursor: view.cursor,
  });
  const { rows = [] } = list;
  const page = useCountedPage(teamId, list.data);
  const isFromDirectory = page?.isFromDirectory ?? hasDirectory;
  // The program's own list has no search: nothing is shown until the directory is complete.
  const directory = page?.directory;
  const building = directory?.state === 'building' ? directory : undefined;
  const isSearchPending = building !== undefined && needsDirectory(view.filter);
  const isSearch = view.filter.q !== undefined;
  // While it is built, the page has everything that it will have, so that nothing moves.
  const hasTools = isFromDirectory || (directory !== undefined && directory.state !== 'off');
  const waitReason = building && 'Follows in a moment, when all members are indexed';

  // What the rows were found by, not what is being typed.
  const display = useDisplayOptions(page?.view.filter.q);
  const density = view.count > COMPACT_ABOVE ? 'compact' : 'normal';
  const { tierNames, filters } = useFilterLabels(view.filter, list.rows);

  const hasJobs = hasTools && api.jobs !== undefined;
  const jobs = useStartedJobs();
  const selection = useMemberSelection(view, page, jobs.isExporting);
  const hasSelection = selection.count > 0;
  const rowActions = useRowActions({
    ...{ rows, search },
    onClearSelection: hasSelection ? selection.clear : undefined,
  });

  return (
    <ListPage
      title="Members"
      description={
        building ? <IndexingStatus status={building} /> : 'People enrolled in this program.'
      }
      actions={
        !list.isNotFound && (
          <MembersActions
            search={search}
            total={page?.total}
            // While members are selected, the button is beside them.
            onExport={hasJobs && !hasSelection ? () => jobs.setIsExporting(true) : undefined}
            canImport={hasJobs}
            waitReason={waitReason}
          />
        )
      }
      filterBar={
        !list.isNotFound && (
          <MembersToolbar
            {...{ pages, display, tierNames, hasDirectory, hasTools }}
            members={rows}
            defaultDensity={density}
          />
        )
      }
      banner={
        <>
          <DirectoryBanner status={directory} />
          {list.rows?.length === 0 && jobs.progress}
        </>
      }
      isFilteredByDefault={!isFromDirectory}
      unreadable={unreadableFilters(useSearchParams()[0])}
      list={isSearchPending ? { ...list, rows: [], isPlaceholderData: false } : list}
      total={isSearchPending ? undefined : page?.total}
      isTotalAbout={page?.isTotalAbout}
      countLabel={countLabel(view, page)}
      {...(hasTools
        ? {
            columns: display.columns,
            columnEdge: (
              <ColumnEdge minWidth={MIN_WIDTH} maxWidth={MAX_WIDTH} onResize={display.onResize} />
            ),
            sort: isFromDirectory ? (view.sort ?? (isSearch ? undefined : 'name')) : undefined,
            ...(building ? {} : { onSort: (sort: string) => change({ sort: findSort(sort) }) }),
            otherSorts: isSearch ? RELEVANCE : [],
          }
        : { columns: MEMBER_COLUMNS })}
      rowKey={({ id }) => id}
      groupOf={similarityGroups(rows)}
      selection={hasJobs ? selection.rows : undefined}
      rowHref={rowActions.href}
      rowMenu={rowActions.menu}
      skeletonRows={SKELETON_ROWS}
      density={(hasTools && display.options.density) || density}
      empty={
        isSearchPending ? (
          <SearchPending status={building} />
        ) : (
          <EmptyState
            icon={<Users />}
            title={isFromDirectory ? 'No members yet' : 'No active members yet'}
            action={
              <AddMemberButton label="Add the first member" variant="secondary" search={search} />
            }
          >
            <p>
              Members collect points and move up tiers. Add the first one here, or let your shop
              enroll them.
            </p>
          </EmptyState>
        )
      }
      notFound={<NoLoyaltyProgram what="Members" />}
      filters={hasFilters(view) && !isSearchPending ? filters : []}
      onClearFilters={() => change({ filter: {} })}
      onFirstPage={pages.showFirst}
      pager={
        page && (
          <MembersFooter
            {...{ pages, page, filters }}
            isPlaceholder={list.isPlaceholderData}
            selection={hasJobs ? selection : undefined}
            columns={display.columns}
            isExporting={jobs.isExporting}
            onExport={jobs.setIsExporting}
            waitReason={waitReason}
            onStarted={jobs.add}
            jobProgress={jobs.progress}
          />
        )
      }
    >
      {rowActions.dialog}
      <Outlet />
    </ListPage>
  );
}
