import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { type Column, NO_VALUE } from '#console/ui/table/data-table-column.ts';
import { attemptOutcome, deliveryState, deliveryTitle } from './webhook-labels.ts';
import type { Delivery } from './webhooks-queries.ts';

export const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  { id: 'what', header: 'Delivery', cell: deliveryTitle, width: '36%' },
  {
    id: 'created',
    header: 'Created',
    width: '128px',
    card: 'fact',
    cell: ({ created_at: at }) => <RelativeTime at={at} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '112px',
    card: 'status',
    cell: ({ state }) => {
      const { tone, label } = deliveryState(state);
      return <StatusDot tone={tone}>{label}</StatusDot>;
    },
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: '88px',
    align: 'end',
    card: 'detail',
    cell: ({ attempts }) => attempts.length,
  },
  {
    id: 'response',
    header: 'Last response',
    width: '28%',
    card: 'detail',
    cell: ({ attempts }) => {
      const last = attempts.at(-1);
      return last ? attemptOutcome(last) : NO_VALUE;
    },
  },
  {
    id: 'next',
    header: 'Next attempt',
    width: '112px',
    card: 'detail',
    cell: ({ next_attempt_at: at }) => (at ? <RelativeTime at={at} /> : NO_VALUE),
  },
];
