import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { securityEventLabel } from '#console/features/security/security-event-label.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { securityEventsQuery } from '#console/shared/people/security-events-query.ts';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { deviceName } from '#contract/account/device-name.ts';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import styles from './sessions-section.module.css';

/** What happened in the user's account recently; absent if the deployment has no such API. */
export function SecurityEventsSection() {
  const { account } = useApi();
  return account ? <SecurityEvents account={account} /> : null;
}

function SecurityEvents({ account }: { readonly account: Client }) {
  const list = useListQuery(securityEventsQuery(account), {
    what: 'security events',
    rows: (events) => events,
    missingScope: useMissingScope('identity'),
  });
  return (
    <section aria-labelledby="security-events" className={styles.section}>
      <div className={styles.heading}>
        <h2 id="security-events">Activity</h2>
      </div>
      <ListOutdatedBanner list={list} />
      <ListTable
        label="Activity"
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        cards="tall"
        skeletonRows={3}
        empty={
          <EmptyState title="No security events">
            <p>Sign-ins and changes of your methods appear here.</p>
          </EmptyState>
        }
      />
    </section>
  );
}

const COLUMNS: Column<AuditEvent>[] = [
  {
    id: 'event',
    header: 'Event',
    cell: securityEventLabel,
  },
  {
    id: 'device',
    header: 'Device',
    card: 'fact',
    width: '168px',
    cell: ({ user_agent: userAgent }) => (userAgent === undefined ? '—' : deviceName(userAgent)),
  },
  {
    id: 'ip',
    header: 'IP address',
    card: 'fact',
    width: '128px',
    cell: ({ ip }) => <span className={styles.ip}>{ip ?? '—'}</span>,
  },
  {
    id: 'at',
    header: 'Time',
    width: '104px',
    card: 'status',
    cell: ({ at }) => <RelativeTime at={at} />,
  },
];
