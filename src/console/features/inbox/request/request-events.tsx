import { queryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import styles from '#console/features/inbox/item-page.module.css';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { eventColumns } from '#console/shared/inbox/event-columns.tsx';
import { inboxKey } from '#console/shared/inbox/inbox-key.ts';
import { CardSection } from '#console/ui/card.tsx';
import { ListTable } from '#console/ui/page/list-page.tsx';
import { LIST_COUNT_MAX } from '#contract/cursor-list.ts';
import { type InboxDelivery, listInboxEvents } from '#contract/gateway/inbox.ts';

interface RequestEventsProps {
  readonly inbox: Client;
  readonly request: InboxDelivery;
}

export function RequestEvents({ inbox, request }: RequestEventsProps) {
  const count = request.event_count;
  return (
    <CardSection title="Events">
      {count === 0 ? (
        <p className={styles.muted}>
          No events were saved from this request.
          {request.response_status >= 400 &&
            !request.test &&
            " It can't be replayed. Fix the cause, then ask the sender to send it again."}
        </p>
      ) : (
        <EventsTable inbox={inbox} request={request} />
      )}
      {count > LIST_COUNT_MAX && (
        <p className={styles.muted}>
          The first {formatNumber(LIST_COUNT_MAX)} of {formatCount(count, 'event')}.
        </p>
      )}
    </CardSection>
  );
}

function EventsTable({ inbox, request }: RequestEventsProps) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const query = requestEventsQuery(inbox, teamId, request.id);
  const list = useListQuery(query, { what: 'events', rows: (events) => events });
  const columns = useMemo(
    () =>
      eventColumns((id) => paths.member(teamId, id))
        // All were received with the request, and what happened is more important.
        .filter(({ id }) => id !== 'received')
        .map((column) => ({ ...column, hideBelow: undefined })),
    [teamId],
  );
  return (
    <ListTable
      label="Events"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.webhookEvent(teamId, id) + search}
      skeletonRows={Math.min(request.event_count, 5)}
      empty={<p className={styles.muted}>These events are no longer stored.</p>}
    />
  );
}

function requestEventsQuery(inbox: Client, teamId: string, requestId: string) {
  return queryOptions({
    queryKey: [...inboxKey(teamId), 'request-events', requestId] as const,
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId };
      const query = { webhook_request_id: requestId, count: LIST_COUNT_MAX };
      return (await inbox.request(listInboxEvents, { params, query, signal })).data;
    },
  });
}
