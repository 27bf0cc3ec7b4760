import { Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Outlet, useNavigate, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { needsDirectory } from '#console/features/members/directory-members.ts';
import { useTierNames } from '#console/features/members/known-tiers.ts';
import { MemberActionDialog } from '#console/features/members/member-action-dialog.tsx';
import { MemberRowItems } from '#console/features/members/member-action-items.tsx';
import type { MemberAction } from '#console/features/members/member-actions.ts';
import { editInListPath, memberName, memberPath } from '#console/features/members/member-name.ts';
import { membersQuery } from '#console/features/members/members-queries.ts';
import {
  findSort,
  hasFilters,
  listSearch,
  membersSearch,
  NO_FILTERS,
  parseProgramView,
  unreadableFilters,
} from '#console/features/members/members-view.ts';
import { parseDirectoryView } from '#console/features/members/page-size.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { NoLoyaltyProgram } from '#console/shared/loyalty/no-loyalty-program.tsx';
import { describeFilters } from '#console/shared/members/filter-labels.ts';
import { useRowArrows, useRowKeys } from '#console/ui/hooks/use-row-keys.ts';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import type { Job } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { useMemberSelection } from './bulk/use-member-selection.ts';
import { DirectoryBanner, SearchPending } from './directory-status.tsx';
import { MemberFilters } from './filters/member-filters.tsx';
import { AddMemberButton, ExportMembersButton, ImportButton } from './member-buttons.tsx';
import { directoryColumns, MEMBER_COLUMNS } from './member-columns.tsx';
import { MembersPager } from './members-pager.tsx';
import { useDisplayOptions } from './view-options/display-options.ts';
import styles from './view-options/view-options.module.css';
import { DisplayMenu, ViewsMenu } from './view-options/views-menu.tsx';

const SKELETON_ROWS = 15;
const RELEVANCE = [{ sort: '', label: 'Best match' }];
/** Pages with more rows than this are compact. */
const COMPACT_ABOVE = 100;

const bulkBar = lazyCode(async () => (await import('./bulk/bulk-bar.tsx')).BulkBar);
const runningJobs = lazyCode(async () => (await import('./bulk/bulk-bar.tsx')).RunningJobs);

/** The members of the team's loyalty program. */
export function MembersPage() {
  const teamId = useTeamId();
  const api = useApi();
  const hasDirectory = api.directory !== undefined;
  const pages = useCursorPages(hasDirectory ? parseDirectoryView : parseProgramView, membersSearch);
  const { view, change } = pages;
  const list = useListQuery(membersQuery(api, teamId, view), {
    what: 'members',
    rows: ({ members }) => members,
    // The gateway requires it (decisions.md, 37).
    missingScope: useMissingScope('teams:read'),
    cursor: view.cursor,
  });
  const search = listSearch(view);
  const isFromDirectory = list.data?.isFromDirectory ?? hasDirectory;
  // The program's own list has no search: nothing is shown until the directory is complete.
  const directory = list.data?.directory;
  const isSearchPending = directory?.state === 'building' && needsDirectory(view);
  const density = view.count > COMPACT_ABOVE ? 'compact' : 'normal';
  // What the rows were found by, not what is being typed.
  const foundBy = list.data?.view.q;
  const display = useDisplayOptions(useMemo(() => directoryColumns(foundBy), [foundBy]));
  const tierNames = useTierNames(view.tiers, list.rows);
  const filters = describeFilters(view, tierNames);
  const canWrite = useScopeReason('teams:write') === undefined;
  const hasJobs = isFromDirectory && api.jobs !== undefined;
  const selection = useMemberSelection(view, list.data);
  // The jobs that were started here.
  const [jobIds, setJobIds] = useState<readonly string[]>([]);
  const addJob = ({ id }: Job) => setJobIds((ids) => [...ids, id]);
  const jobProgress = jobIds.length > 0 && (
    <LazyPart
      code={runningJobs}
      props={{
        ids: jobIds,
        onStarted: addJob,
        onDismiss: (id) => setJobIds((ids) => ids.filter((other) => other !== id)),
      }}
    />
  );
  const [isExporting, setIsExporting] = useState(false);
  const navigate = useNavigate();
  useRowArrows();
  useRowKeys({
    rows: list.rows ?? [],
    onEdit: canWrite
      ? (member) => void navigate(`${editInListPath(teamId, member)}?${search}`)
      : undefined,
    onClear: selection.count > 0 ? selection.clear : undefined,
  });
  // One shared dialog keeps rows cheap.
  const [pendingAction, setPendingAction] = useState<{ member: Member; action: MemberAction }>();

  return (
    <ListPage
      title="Members"
      description="People enrolled in this program."
      actions={
        <>
          {/* While members are selected, the button is beside them. */}
          {hasJobs && selection.count === 0 && (
            <ExportMembersButton total={list.data?.total} onClick={() => setIsExporting(true)} />
          )}
          {hasJobs && <ImportButton />}
          <AddMemberButton label="Add member" search={search} />
        </>
      }
      filterBar={
        <div className={styles.toolbar}>
          <MemberFilters
            view={view}
            members={list.rows ?? []}
            tierNames={tierNames}
            hasDirectory={hasDirectory}
            onChange={change}
          />
          {isFromDirectory && (
            <span className={styles.menus}>
              <ViewsMenu
                view={view}
                display={display.options}
                onChange={change}
                onDisplayChange={display.onChange}
              />
              <DisplayMenu {...display} defaultDensity={density} />
            </span>
          )}
        </div>
      }
      banner={
        <>
          {!isSearchPending && <DirectoryBanner status={directory} />}
          {list.rows?.length === 0 && jobProgress}
        </>
      }
      isFilteredByDefault={!isFromDirectory}
      unreadable={unreadableFilters(useSearchParams()[0])}
      list={list}
      total={isSearchPending ? undefined : list.data?.total}
      countLabel={hasFilters(view) ? 'matching' : isFromDirectory ? undefined : 'active'}
      {...(isFromDirectory
        ? {
            columns: display.columns,
            sort: view.sort ?? (view.q === undefined ? 'name' : undefined),
            onSort: (sort: string) => change({ sort: findSort(sort) }),
            otherSorts: view.q === undefined ? [] : RELEVANCE,
          }
        : { columns: MEMBER_COLUMNS })}
      rowKey={({ id }) => id}
      selection={hasJobs ? selection.rows : undefined}
      rowHref={(member) => `${memberPath(teamId, member)}?${search}`}
      rowMenu={{
        label: memberName,
        items: (member) => (
          <MemberRowItems
            member={member}
            search={search}
            onSelect={(action) => setPendingAction({ member, action })}
          />
        ),
      }}
      skeletonRows={SKELETON_ROWS}
      density={(isFromDirectory && display.options.density) || density}
      empty={
        isSearchPending ? (
          <SearchPending status={directory} />
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
      onClearFilters={() => change(NO_FILTERS)}
      onFirstPage={pages.showFirst}
      pager={
        list.data && (
          <>
            {jobProgress}
            {hasJobs && (selection.count > 0 || isExporting) && (
              <LazyPart
                code={bulkBar}
                onLoadError={() => setIsExporting(false)}
                props={{
                  ...{ selection, filters, isExporting, onStarted: addJob },
                  columns: display.columns,
                  onExport: setIsExporting,
                  total: list.data.total ?? list.data.members.length,
                }}
              />
            )}
            <MembersPager pages={pages} page={list.data} isPlaceholder={list.isPlaceholderData} />
          </>
        )
      }
    >
      {pendingAction && (
        <MemberActionDialog {...pendingAction} onClose={() => setPendingAction(undefined)} />
      )}
      <Outlet />
    </ListPage>
  );
}
