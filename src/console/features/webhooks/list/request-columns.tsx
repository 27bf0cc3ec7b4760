import { formatResponse, requestOutcome } from '#console/features/webhooks/outcome-labels.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { eventTypesLabel } from '#console/shared/webhooks/webhook-event-labels.ts';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { InboxDelivery } from '#contract/gateway/inbox.ts';

const MISSING = '—';

export const REQUEST_COLUMNS: readonly Column<InboxDelivery>[] = [
  { id: 'request', header: 'Request', width: '104px', cell: ({ id }) => `#${id}` },
  {
    id: 'outcome',
    header: 'Outcome',
    width: '188px',
    cell: ({ verdict, reason }) => {
      const { tone, label } = requestOutcome(verdict, reason);
      return <StatusDot tone={tone}>{label}</StatusDot>;
    },
    card: 'status',
  },
  {
    id: 'response',
    header: 'Response',
    width: '116px',
    cell: formatResponse,
    hideBelow: 'medium',
  },
  {
    id: 'type',
    header: 'Type',
    width: '17%',
    cell: ({ event_types: types }) => eventTypesLabel(types) ?? MISSING,
    hideBelow: 'narrow',
    card: 'fact',
  },
  {
    id: 'events',
    header: 'Events',
    width: '72px',
    align: 'end',
    cell: ({ event_count: events }) => formatNumber(events),
    hideBelow: 'narrow',
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => reason && <span title={reason}>{reason}</span>,
    hideBelow: 'narrow',
    card: 'fact',
  },
  {
    id: 'received',
    header: 'Received',
    width: '124px',
    cell: ({ received_at: at }) => <RelativeTime at={at} />,
    card: 'aside',
  },
];
