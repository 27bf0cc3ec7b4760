import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { webhookEventColumns } from '#console/shared/webhooks/webhook-event-columns.tsx';
import { ListEmptyState } from '#console/ui/page/list-empty-state.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import styles from './latest-events-panel.module.css';
import { latestEventsQuery } from './overview-queries.ts';

interface LatestEventsPanelProps {
  readonly teamId: string;
  readonly inbox: Client;
}

/** What the loyalty program told last. */
export function LatestEventsPanel({ teamId, inbox }: LatestEventsPanelProps) {
  const canRead = useScopeReason('webhooks:read') === undefined;
  const reading = useQuery({ ...latestEventsQuery(inbox, teamId), enabled: canRead });
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
        rows={reading.data ?? []}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.webhookEvent(teamId, id)}
        loading={canRead && reading.isPending}
        skeletonRows={5}
        empty={
          <ListEmptyState
            what="events"
            missingScope={canRead ? undefined : 'webhooks:read'}
            error={toUserFacingError(reading.error, "The events couldn't be read")}
            onRetry={() => void reading.refetch()}
            retrying={reading.isFetching}
          >
            <EmptyState title="No events yet">
              <p>When members enter a campaign or climb a tier, it is told here.</p>
            </EmptyState>
          </ListEmptyState>
        }
      />
    </section>
  );
}
