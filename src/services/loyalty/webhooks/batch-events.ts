import { randomUUID } from 'node:crypto';
import { and, asc, inArray, isNull } from 'drizzle-orm';
import { formatMonthDayYearTime } from '#contract/loyalty/dates.ts';
import type { Database } from '#services/platform/database/database.ts';
import { deliveries } from './deliveries-table.ts';
import { outboundEvents } from './outbound-events-table.ts';
import { webhookTargets } from './webhook-targets-table.ts';

/** Maximum number of events that one run batches. */
const BATCH_MAX = 500;
const EVENTS_PER_DELIVERY = 100;
/** Of events as JSON. Receivers limit what they accept: our inbox to 1 MB (decisions.md, 36). */
const BYTES_PER_DELIVERY = 512 * 1024;

type EventRow = typeof outboundEvents.$inferSelect;

/**
 * Groups new events by type into deliveries for each target. A delivery's body never changes
 * afterwards. Safe to run in several processes.
 * @returns whether there may be more
 */
export async function batchEvents(db: Database, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const events = await tx
      .select()
      .from(outboundEvents)
      .where(isNull(outboundEvents.batchedAt))
      .orderBy(asc(outboundEvents.id))
      .limit(BATCH_MAX)
      .for('update', { skipLocked: true });
    if (events.length === 0) return false;
    const targets = await tx
      .select({
        id: webhookTargets.id,
        programId: webhookTargets.programId,
        eventTypes: webhookTargets.eventTypes,
      })
      .from(webhookTargets)
      .where(
        and(
          inArray(webhookTargets.programId, [...new Set(events.map(({ programId }) => programId))]),
          isNull(webhookTargets.disabledAt),
        ),
      );
    const newDeliveries = groupEvents(events).flatMap((group) =>
      targets
        .filter(({ programId, eventTypes }) => {
          const [first] = group;
          const isWanted = eventTypes?.includes(first?.eventType ?? '') ?? true;
          return programId === first?.programId && isWanted;
        })
        .map(({ id }) => toDelivery(id, group, now)),
    );
    if (newDeliveries.length > 0) await tx.insert(deliveries).values(newDeliveries);
    const ids = events.map(({ id }) => id);
    await tx.update(outboundEvents).set({ batchedAt: now }).where(inArray(outboundEvents.id, ids));
    return events.length === BATCH_MAX;
  });
}

function groupEvents(events: EventRow[]): EventRow[][] {
  const byType = Map.groupBy(events, ({ programId, eventType }) => `${programId} ${eventType}`);
  return [...byType.values()].flatMap(splitBySize);
}

/** A single event may exceed the limit of bytes. */
function splitBySize(events: EventRow[]): EventRow[][] {
  const groups: EventRow[][] = [];
  let group: EventRow[] = [];
  let groupBytes = 0;
  for (const event of events) {
    const bytes = Buffer.byteLength(JSON.stringify(event.data));
    const isFull = group.length === EVENTS_PER_DELIVERY || groupBytes + bytes > BYTES_PER_DELIVERY;
    if (isFull || groups.length === 0) {
      group = [];
      groupBytes = 0;
      groups.push(group);
    }
    group.push(event);
    groupBytes += bytes;
  }
  return groups;
}

function toDelivery(targetId: number, group: EventRow[], now: Date) {
  const requestId = randomUUID();
  const body = JSON.stringify({
    request_id: requestId,
    total_count: group.length,
    created_date: formatMonthDayYearTime(now),
    events: group.map(({ eventId, eventType, data }) => ({
      id: eventId,
      event_type: eventType,
      data,
    })),
  });
  return { targetId, requestId, body, nextAttemptAt: now, createdAt: now };
}
