import { LayoutPanelLeft } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { OffsetPager } from '#console/ui/pager/offset-pager.tsx';
import { boardColumns } from './board-columns.tsx';
import { boardsQuery, boardsSearchSchema } from './boards-queries.ts';

/** The team's boards, with their feeds and accounts. */
export function BoardsPage() {
  const teamId = useTeamId();
  const { search, changeSearch } = useSearchState(boardsSearchSchema);
  const location = useLocation();
  const { accountTypes } = useConfig();
  const list = useListQuery(boardsQuery(useApi(), teamId, search), {
    what: 'boards',
    rows: ({ rows }) => rows,
    missingScope: useMissingScope('boards:read'),
  });
  const included = list.data?.included;
  const columns = useMemo(
    () => boardColumns(included ?? [], accountTypes),
    [included, accountTypes],
  );

  return (
    <ListPage
      title="Boards"
      description="Walls of posts, filled by feeds from your accounts."
      list={list}
      total={list.data?.total}
      columns={columns}
      density="tall"
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.board(teamId, id) + location.search}
      empty={
        <EmptyState icon={<LayoutPanelLeft />} title="No boards yet">
          <p>Boards show posts from your feeds.</p>
        </EmptyState>
      }
      onFirstPage={search.page > 1 ? () => changeSearch({ page: 1 }) : undefined}
      pager={list.data && <OffsetPager search={search} page={list.data} onChange={changeSearch} />}
    />
  );
}
