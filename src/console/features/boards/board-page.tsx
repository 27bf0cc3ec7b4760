import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { AccountAvatar } from '#console/shared/accounts/account-avatar.tsx';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { AccountHealth } from '#console/shared/accounts/account-health.tsx';
import {
  accountTypeLabel,
  accountTypeOf,
  fullAccountName,
} from '#console/shared/accounts/account-name.ts';
import {
  type BoardFeed,
  boardFeeds,
  byExpiry,
  feedAccounts,
} from '#console/shared/accounts/board-feeds.ts';
import { allBoardsQuery, boardName } from '#console/shared/accounts/boards-usage.ts';
import { IncompleteNotice } from '#console/shared/incomplete-notice.tsx';
import { ItemStatePage, OutdatedItem } from '#console/shared/item-query.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { AttributeList } from '#console/ui/data/attribute-list.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { RowItem, RowList } from '#console/ui/row/row-list.tsx';
import { UnreadableLabel } from '#console/ui/table/unreadable/unreadable-row.tsx';
import type { Board } from '#contract/advocacy/boards.ts';

/** One board with its feeds. The API can't fetch a single board, so it is found among all. */
export function BoardPage() {
  const teamId = useTeamId();
  const { boardId } = usePathParams();
  const missingScope = useMissingScope('boards:read');
  const all = useQuery({
    ...allBoardsQuery(useApi(), teamId),
    enabled: missingScope === undefined,
  });
  const board = all.data?.rows.find(({ id }) => id === boardId);
  // Keeps the page of the list that the board was opened from.
  const list = paths.boards(teamId) + useLocation().search;

  if (!all.data || !board) {
    return (
      <ItemStatePage title="Board" query={all} item="board" missingScope={missingScope}>
        <EmptyState
          title="Board not found"
          action={<LinkButton to={list}>See all boards</LinkButton>}
        >
          <p>It may have been deleted.</p>
        </EmptyState>
      </ItemStatePage>
    );
  }
  return (
    <PageStack>
      <PageHeader
        title={boardName(board)}
        description="A wall of posts, filled by the feeds below."
      />
      <OutdatedItem query={all} />
      <IncompleteNotice item={board} />
      <BoardContent board={board} feeds={boardFeeds(board, all.data.included)} />
    </PageStack>
  );
}

interface BoardContentProps {
  readonly board: Board;
  readonly feeds: readonly BoardFeed[];
}

function BoardContent({ board, feeds }: BoardContentProps) {
  const now = useNow();
  const teamId = useTeamId();
  const { accountTypes } = useConfig();
  const weak = feedAccounts(feeds).filter((account) => needsAttention(account, now));
  const { name, title, ...others } = board.attributes;
  // The page's heading is one of them.
  const attributes = name ? { title, ...others } : others;
  return (
    <>
      {weak.length > 0 && (
        <Banner
          tone="amber"
          title={`${formatCount(weak.length, 'account')} on this board ${weak.length === 1 ? 'needs' : 'need'} attention`}
          action={
            <LinkButton to={`${paths.accounts(teamId)}?show=attention&sort=expires_at`}>
              View accounts
            </LinkButton>
          }
        >
          {`Without them, no new posts come in from ${weak
            .map((account) => fullAccountName(accountTypes, account))
            .join(', ')}.`}
        </Banner>
      )}
      <DetailColumns>
        <Card>
          <CardSection title="Feeds">
            {feeds.length === 0 ? (
              <EmptyState title="No feeds">
                <p>This board shows nothing until a feed fills it.</p>
              </EmptyState>
            ) : (
              <RowList>
                {byExpiry(feeds).map((feed) => (
                  <FeedItem key={feed.id} feed={feed} />
                ))}
              </RowList>
            )}
          </CardSection>
        </Card>
        <Card>
          <CardSection title="Details">
            <AttributeList attributes={{ ...withoutEmpty(attributes), id: board.id }} />
          </CardSection>
        </Card>
      </DetailColumns>
    </>
  );
}

function withoutEmpty(attributes: Board['attributes']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  );
}

function FeedItem({ feed: { name, account, unread } }: { readonly feed: BoardFeed }) {
  const teamId = useTeamId();
  const { accountTypes } = useConfig();
  return (
    <RowItem
      picture={
        account && (
          <AccountAvatar
            account={account}
            network={accountTypeLabel(accountTypes, accountTypeOf(account))}
          />
        )
      }
      title={<Breakable text={name} />}
      detail={
        <>
          {account ? (
            <Link to={paths.account(teamId, account.id)}>
              <Breakable text={fullAccountName(accountTypes, account)} />
            </Link>
          ) : (
            !unread && "Its account isn't visible to you."
          )}
          {unread && <UnreadableLabel item={unread} />}
        </>
      }
      aside={
        account?.attributes.expires_at && (
          <AccountHealth expiresAt={account.attributes.expires_at} />
        )
      }
    />
  );
}
