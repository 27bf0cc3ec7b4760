import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { webhookEventColumns } from '#console/shared/webhooks/webhook-event-columns.tsx';
import { EVENTS_EMPTY_TEXT } from '#console/shared/webhooks/webhook-event-labels.ts';
import { ListEmptyState } from '#console/ui/page/list-empty-state.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import styles from './latest-events-panel.module.css';
import { latestEventsQuery } from './overview-queries.ts';

interface LatestEventsPanelProps {
  readonly teamId: string;
  readonly inbox: Client;
}

export function LatestEventsPanel({ teamId, inbox }: LatestEventsPanelProps) {
  const canRead = useScopeReason('webhooks:read') === undefined;
  const query = useQuery({ ...latestEventsQuery(inbox, teamId), enabled: canRead });
  const columns = useMemo(
    () => webhookEventColumns((memberId) => paths.member(teamId, memberId)),
    [teamId],
  );
  return (
    <section aria-labelledby="latest-events" className={styles.panel}>
      <div className={styles.heading}>
        <h2 id="latest-events">Latest events</h2>
        <Link to={paths.webhooks(teamId)}>All events</Link>
      </div>
      <DataTable
        label="Latest events"
        columns={columns}
        rows={query.data ?? []}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.webhookEvent(teamId, id)}
        loading={canRead && query.isPending}
        skeletonRows={5}
        empty={
          <ListEmptyState
            what="events"
            missingScope={canRead ? undefined : 'webhooks:read'}
            error={toUserFacingError(query.error, "Couldn't load events")}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          >
            <EmptyState title="No events yet">
              <p>{EVENTS_EMPTY_TEXT}</p>
            </EmptyState>
          </ListEmptyState>
        }
      />
    </section>
  );
}
