import { useQuery } from '@tanstack/react-query';
import { LayoutPanelLeft } from 'lucide-react';
import { useMemo } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { ListEmptyState } from '#console/ui/page/list-empty-state.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { OffsetPager } from '#console/ui/table/offset-pager.tsx';
import { boardColumns } from './board-columns.tsx';
import { boardsQuery } from './boards-queries.ts';
import { boardsSearchSchema } from './boards-search.ts';

/** The team's boards, with the feeds that they show and where those come from. */
export function BoardsPage() {
  const teamId = useTeamId();
  const { search, changeSearch } = useSearchState(boardsSearchSchema);
  const location = useLocation();
  const canRead = useScopeReason('boards:read') === undefined;
  const list = useQuery({ ...boardsQuery(useApi(), teamId, search), enabled: canRead });
  const { rows = [], included } = list.data ?? {};
  const columns = useMemo(() => boardColumns(included ?? []), [included]);
  const problem = toUserFacingError(list.error, "The boards couldn't be read");
  const retry = () => void list.refetch();

  return (
    <PageStack>
      <PageHeader
        title="Boards"
        count={list.data?.total}
        description="Collections of posts, each from the feeds of connected accounts."
      />
      {problem && list.data && (
        <OutdatedBanner error={problem} onRetry={retry} retrying={list.isFetching} />
      )}
      <DataTable
        label="Boards"
        rows={rows}
        rowKey={({ id }) => id}
        columns={columns}
        rowHref={({ id }) => paths.board(teamId, id) + location.search}
        loading={canRead && list.isPending}
        empty={
          <ListEmptyState
            what="boards"
            missingScope={canRead ? undefined : 'boards:read'}
            error={problem}
            onRetry={retry}
            retrying={list.isFetching}
            onFirstPage={search.page > 1 ? () => changeSearch({ page: 1 }) : undefined}
          >
            <EmptyState icon={<LayoutPanelLeft />} title="No boards yet">
              <p>A board collects the posts of feeds. This team has none.</p>
            </EmptyState>
          </ListEmptyState>
        }
        footer={
          rows.length > 0 &&
          list.data && <OffsetPager asked={search} shown={list.data} onChange={changeSearch} />
        }
      />
      <Outlet />
    </PageStack>
  );
}
