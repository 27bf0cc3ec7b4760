import { formatResponse, requestOutcome } from '#console/features/inbox/outcome-labels.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { TestBadge } from '#console/shared/inbox/event-columns.tsx';
import {
  eventOutcomeLabel,
  eventTypeLabel,
  eventTypesLabel,
} from '#console/shared/inbox/event-labels.ts';
import { Button } from '#console/ui/button/button.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { InboxDelivery, InboxEvent } from '#contract/gateway/inbox.ts';
import styles from './inbox-columns.module.css';

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
    cell: ({ event_types: types }) => eventTypesLabel(types),
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

export interface EventRow extends InboxEvent {
  /** The events of a batch that is shown as one row; undefined for a row of one event. */
  readonly batch: readonly InboxEvent[] | undefined;
}

/** Smaller batches take little more room than one row. */
const MIN_BATCH = 3;

/**
 * Puts neighbors of one request with the same type and state behind one row, whose ID is `batch:` and
 * the ID of the first. The events of an open batch follow it.
 *
 * @param openIds the IDs of open batches
 */
export function foldBatches(
  events: readonly InboxEvent[],
  openIds: ReadonlySet<string>,
): readonly EventRow[] {
  return groupNeighbors(events).flatMap((group) => {
    const rows = group.map((event) => ({ ...event, batch: undefined }));
    const [first] = group;
    if (!first || group.length < MIN_BATCH) return rows;
    const id = `batch:${first.id}`;
    const batch = { ...first, id, batch: group };
    return openIds.has(id) ? [batch, ...rows] : [batch];
  });
}

function groupNeighbors(events: readonly InboxEvent[]): InboxEvent[][] {
  const groups: InboxEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last?.[0] && isSameBatch(last[0], event)) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

function isSameBatch(left: InboxEvent, right: InboxEvent): boolean {
  return (
    left.webhook_request_id === right.webhook_request_id &&
    left.event_type === right.event_type &&
    left.state === right.state &&
    left.replays === right.replays
  );
}

interface BatchOptions {
  readonly openIds: ReadonlySet<string>;
  /** Opens or closes a batch. */
  readonly onToggle: (id: string) => void;
}

/** The columns of events, with other cells for rows of a batch. */
export function batchColumns(
  columns: readonly Column<InboxEvent>[],
  { openIds, onToggle }: BatchOptions,
): readonly Column<EventRow>[] {
  return columns.map((column) => ({
    ...column,
    cell: (row) => {
      const { batch } = row;
      if (!batch) return column.cell(row);
      if (column.id === 'type') {
        return (
          <>
            {formatNumber(batch.length)} × {eventTypeLabel(row.event_type)}{' '}
            {row.test && <TestBadge />}
          </>
        );
      }
      if (column.id === 'outcome') return sharedOutcome(batch);
      if (column.id !== 'member') return column.cell(row);
      const isOpen = openIds.has(row.id);
      return (
        <Button
          variant="ghost"
          size="small"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => onToggle(row.id)}
        >
          {isOpen ? 'Hide' : 'Show'} {formatNumber(batch.length)} events
        </Button>
      );
    },
  }));
}

/** What happened in all events of a batch, if it was the same; undefined if nothing is known of any. */
function sharedOutcome(batch: readonly InboxEvent[]): string | undefined {
  const outcomes = new Set(batch.map((event) => event.reason ?? eventOutcomeLabel(event)));
  return outcomes.size === 1 ? [...outcomes][0] : 'Different outcomes';
}
