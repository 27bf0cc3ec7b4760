import { formatNumber } from '#console/lib/format/format-number.ts';
import { TestBadge } from '#console/shared/webhooks/webhook-event-columns.tsx';
import {
  eventOutcomeLabel,
  eventTypeLabel,
} from '#console/shared/webhooks/webhook-event-labels.ts';
import { Button } from '#console/ui/button/button.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import styles from './batch-columns.module.css';
import type { EventRow } from './fold-batches.ts';

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
