import styles from '#console/features/inbox/item-page.module.css';
import { formatResponse } from '#console/features/inbox/outcome-labels.ts';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { eventTypesLabel } from '#console/shared/inbox/event-labels.ts';
import { CardSection } from '#console/ui/card.tsx';
import { Copyable } from '#console/ui/data/copyable.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import type { InboxDelivery } from '#contract/gateway/inbox.ts';
import { WEBHOOK_NONCE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';

export function RequestDetails({ request }: { readonly request: InboxDelivery }) {
  const { total_count: totalCount, signature, nonce } = request;
  return (
    <>
      <CardSection title="Details">
        <DescriptionList
          items={[
            { term: 'Received', value: <RelativeTime at={request.received_at} /> },
            { term: 'Request ID', value: <RequestId request={request} /> },
            { term: 'Response', value: formatResponse(request) },
            { term: 'Sent from', value: request.test ? 'Patron, as a test' : request.ip },
            { term: 'Type', value: eventTypesLabel(request.event_types) },
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
              value: signature === null ? 'Missing' : <Signature signature={signature} />,
            },
          ]}
        />
      </CardSection>
    </>
  );
}

/** The beginning and the end of 128 digits. */
function Signature({ signature }: { readonly signature: string }) {
  const isLong = signature.length > 2 * SIGNATURE_END_CHARS;
  return (
    <Copyable what="signature" value={signature}>
      <code>
        {isLong
          ? `${signature.slice(0, SIGNATURE_END_CHARS)}…${signature.slice(-SIGNATURE_END_CHARS)}`
          : signature}
      </code>
    </Copyable>
  );
}
const SIGNATURE_END_CHARS = 8;

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

function RequestId({ request }: { readonly request: InboxDelivery }) {
  const { request_id: id, claimed_request_id: claimedId } = request;
  if (id !== null) return <code>{id}</code>;
  if (claimedId === null) return '—';
  return (
    <>
      <code>{claimedId}</code> <span className={styles.muted}>(not verified)</span>
    </>
  );
}
