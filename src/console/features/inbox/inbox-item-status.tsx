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
  readonly what: 'event' | 'request';
  readonly id: string;
  readonly query: UseQueryResult<unknown>;
}

/** The page of an event or request that is loading, wasn't found or couldn't be loaded. */
export function InboxItemStatus({ what, id, query }: InboxItemStatusProps) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const name = what === 'event' ? 'Event' : 'Request';
  const isMissing = query.data === null;
  const error = toUserFacingError(query.error, `Couldn't load the ${what}`);
  return (
    <ItemStatusPage title={isMissing ? `${name} not found` : name}>
      {isMissing ? (
        <EmptyState
          title={`This ${what} isn't in the inbox`}
          action={<LinkButton to={paths.webhooks(teamId) + search}>Go to webhooks</LinkButton>}
        >
          <p>
            This team's inbox has no {what} <code>{id}</code>. Events are kept for 30 days. Of the
            rejected requests, only recent ones are kept.
          </p>
        </EmptyState>
      ) : error ? (
        <ErrorState
          error={error}
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
