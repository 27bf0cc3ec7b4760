import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { ItemStatePage } from '#console/shared/item-query.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';

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
  return (
    <ItemStatePage title={isMissing ? `${name} not found` : name} query={query} item={what}>
      <EmptyState
        title={`This ${what} isn't in the inbox`}
        action={<LinkButton to={paths.webhooks(teamId) + search}>Go to webhooks</LinkButton>}
      >
        <p>
          This team's inbox has no {what} <code>{id}</code>. Events are kept for 30 days. Of the
          rejected requests, only recent ones are kept.
        </p>
      </EmptyState>
    </ItemStatePage>
  );
}
