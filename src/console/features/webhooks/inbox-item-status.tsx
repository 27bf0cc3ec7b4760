import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { ItemStatusPage } from '#console/ui/page/item-status-page.tsx';
import { EmptyState, ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';

interface InboxItemStatusProps {
  /** "event" or "request". */
  readonly what: string;
  readonly id: string;
  readonly query: UseQueryResult<unknown>;
}

/** The page of an event or request that isn't there yet, is unknown, or can't be read. */
export function InboxItemStatus({ what, id, query }: InboxItemStatusProps) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const problem = toUserFacingError(query.error, `The ${what} can't be shown`);
  return (
    <ItemStatusPage title={what === 'event' ? 'Event' : 'Request'}>
      {query.data === null ? (
        <EmptyState
          title={`No such ${what}`}
          action={<LinkButton to={paths.webhooks(teamId) + search}>Go to webhooks</LinkButton>}
        >
          <p>
            Nothing in this team's inbox has the id <code>{id}</code>. What came in is kept for 30
            days, and of the requests that were refused the newest.
          </p>
        </EmptyState>
      ) : problem ? (
        <ErrorState
          error={problem}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <CardSection>
          <Skeleton height={260} />
        </CardSection>
      )}
    </ItemStatusPage>
  );
}
