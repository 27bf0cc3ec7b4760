import { LayoutPanelLeft } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { AllRows } from '#console/api/lists/list-all-pages.ts';
import { pageOfRows } from '#console/api/lists/offset-page.ts';
import { useSearchedList } from '#console/api/lists/use-searched-list.ts';
import { matchesSearch } from '#console/lib/matches-search.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { allBoardsQuery, boardName } from '#console/shared/accounts/boards-usage.ts';
import { ListSearch } from '#console/ui/filter/search-field.tsx';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { OffsetPager } from '#console/ui/pager/offset-pager.tsx';
import type { Board } from '#contract/advocacy/boards.ts';
import { boardColumns } from './board-columns.tsx';
import { boardsQuery, boardsSearchSchema } from './boards-queries.ts';

export function BoardsPage() {
  const teamId = useTeamId();
  const { search, changeSearch } = useSearchState(boardsSearchSchema);
  const location = useLocation();
  const { accountTypes } = useConfig();
  const api = useApi();
  const { q } = search;
  const list = useSearchedList(boardsQuery(api, teamId, search), allBoardsQuery(api, teamId), {
    what: 'boards',
    rows: ({ rows }) => rows,
    missingScope: useMissingScope('boards:read'),
    search: q === undefined ? undefined : (all) => pageOfRows(findBoards(all, q), search),
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
      filterBar={
        <ListSearch
          what="boards"
          fields="name"
          value={q}
          searchedRows={list.searchedRows}
          onChange={(text) => changeSearch({ q: text, page: 1 }, { replace: true })}
        />
      }
      filters={q === undefined ? [] : [`Search: “${q}”`]}
      onClearFilters={() => changeSearch({ q: undefined, page: 1 })}
      list={list}
      total={list.data?.total}
      columns={columns}
      density="tall"
      cards="tall"
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

function findBoards({ rows, included }: AllRows<Board>, q: string) {
  return { rows: rows.filter((board) => matchesSearch(boardName(board), q)), included };
}
