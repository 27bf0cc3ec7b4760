import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { eventColumns } from '#console/shared/inbox/event-columns.tsx';
import { EVENTS_EMPTY_TEXT } from '#console/shared/inbox/event-labels.ts';
import { ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import styles from './latest-events-panel.module.css';
import { latestEventsQuery } from './overview-queries.ts';

interface LatestEventsPanelProps {
  readonly teamId: string;
  readonly inbox: Client;
}

export function LatestEventsPanel({ teamId, inbox }: LatestEventsPanelProps) {
  const list = useListQuery(latestEventsQuery(inbox, teamId), {
    what: 'events',
    rows: (events) => events,
    missingScope: useMissingScope('webhooks:read'),
  });
  const columns = useMemo(
    () => eventColumns((memberId) => paths.member(teamId, memberId)),
    [teamId],
  );
  return (
    <section aria-labelledby="latest-events" className={styles.panel}>
      <div className={styles.heading}>
        <h2 id="latest-events">Latest events</h2>
        <Link to={paths.webhooks(teamId)}>All events</Link>
      </div>
      <ListTable
        label="Latest events"
        list={list}
        cards="tall"
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.webhookEvent(teamId, id)}
        skeletonRows={5}
        empty={
          <EmptyState title="No events yet">
            <p>{EVENTS_EMPTY_TEXT}</p>
          </EmptyState>
        }
      />
    </section>
  );
}
