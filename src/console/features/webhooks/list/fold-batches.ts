import type { InboxEvent } from '#contract/gateway/inbox.ts';

/** A row of the events list. */
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
