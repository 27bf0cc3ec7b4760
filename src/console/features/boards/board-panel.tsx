import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { AttributeList } from '#console/ui/data/attribute-list.tsx';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { SidePanel, SidePanelBody } from '#console/ui/overlay/side-panel.tsx';
import { ItemErrorState } from '#console/ui/page/item-status-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { Board } from '#contract/advocacy/boards.ts';
import { type BoardFeed, boardFeeds, boardName } from './board-feeds.ts';
import styles from './board-panel.module.css';
import { boardsQuery, boardsSearchSchema } from './boards-queries.ts';

/** One board of the current list page: the API can't fetch a single board. */
export function BoardPanel() {
  const teamId = useTeamId();
  const { boardId } = useParams();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { search } = useSearchState(boardsSearchSchema);
  const canRead = useScopeReason('boards:read') === undefined;
  const list = useQuery({ ...boardsQuery(useApi(), teamId, search), enabled: canRead });
  const board = list.data?.rows.find(({ id }) => id === boardId);
  const close = () =>
    void navigate({ pathname: paths.boards(teamId), search: `${params}` }, { replace: true });

  return (
    <SidePanel title={board ? boardName(board) : 'Board'} onClose={close}>
      <SidePanelBody>
        {board && list.data ? (
          <BoardContent board={board} feeds={boardFeeds(board, list.data.included)} />
        ) : canRead && list.isPending ? (
          <Skeleton height={120} />
        ) : (
          <ItemErrorState
            what="boards"
            missingScope={canRead ? undefined : 'boards:read'}
            error={toUserFacingError(list.error, "Couldn't load the board")}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          >
            <EmptyState title="Board not found">
              <p>It isn't on this page of the list. It may be on another page, or deleted.</p>
            </EmptyState>
          </ItemErrorState>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

interface BoardContentProps {
  readonly board: Board;
  readonly feeds: readonly BoardFeed[];
}

function BoardContent({ board, feeds }: BoardContentProps) {
  const teamId = useTeamId();
  const { name: _title, ...attributes } = board.attributes;
  return (
    <>
      <PanelSection title="Feeds">
        {feeds.length === 0 && <p>No feeds.</p>}
        <ul className={styles.feeds}>
          {feeds.map(({ id, name, account }) => (
            <li key={id}>
              <span className={styles.feed}>{name}</span>
              {account && <Link to={paths.account(teamId, account.id)}>{account.name}</Link>}
            </li>
          ))}
        </ul>
      </PanelSection>
      <PanelSection title="Details">
        <AttributeList attributes={{ id: board.id, ...attributes }} />
      </PanelSection>
    </>
  );
}
