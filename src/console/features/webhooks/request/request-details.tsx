import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import styles from '#console/features/webhooks/item-page.module.css';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { formatNumber } from '#console/lib/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { eventTypeLabel } from '#console/shared/webhooks/webhook-event-labels.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import type { InboxDelivery } from '#contract/gateway/inbox.ts';
import { WEBHOOK_NONCE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';

/** Shown before "Show all". */
const INITIAL_COUNT = 10;

/** The metadata, headers and events of a request. */
export function RequestDetails({ request }: { readonly request: InboxDelivery }) {
  const { event_type: type, total_count: totalCount, signature, nonce } = request;
  return (
    <>
      <CardSection title="Details">
        <DescriptionList
          items={[
            { term: 'Received', value: <RelativeTime at={request.received_at} /> },
            { term: 'Request ID', value: request.request_id && <code>{request.request_id}</code> },
            { term: 'Type', value: type === null ? undefined : eventTypeLabel(type) },
            {
              term: 'Total count',
              value: totalCount === null ? undefined : formatNumber(totalCount),
            },
          ]}
        />
      </CardSection>
      <CardSection title="Headers">
        <DescriptionList
          items={[
            {
              term: WEBHOOK_NONCE_HEADER,
              value: nonce === null ? 'Missing' : <Nonce nonce={nonce} />,
            },
            {
              term: WEBHOOK_SIGNATURE_HEADER,
              value: signature === null ? 'Missing' : <code>{signature}</code>,
            },
          ]}
        />
      </CardSection>
      <RequestEvents events={request.events} />
    </>
  );
}

/** The nonce and the time that it means. */
function Nonce({ nonce }: { readonly nonce: string }) {
  const time = new Date(/^\d{1,15}$/.test(nonce) ? Number(nonce) : Number.NaN);
  return (
    <>
      <code>{nonce}</code>
      {!Number.isNaN(time.getTime()) && <div className={styles.muted}>{formatDateTime(time)}</div>}
    </>
  );
}

function RequestEvents({ events }: { readonly events: readonly string[] }) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? events : events.slice(0, INITIAL_COUNT);
  return (
    <CardSection title="Events">
      {events.length === 0 && (
        <p className={styles.muted}>No events were saved from this request.</p>
      )}
      <ul className={styles.links}>
        {shown.map((id) => (
          <li key={id}>
            <Link to={paths.webhookEvent(teamId, id) + search}>
              <code>{id}</code>
            </Link>
          </li>
        ))}
      </ul>
      {events.length > INITIAL_COUNT && (
        <Button variant="ghost" size="small" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${formatNumber(events.length)}`}
        </Button>
      )}
    </CardSection>
  );
}
