import { randomUUID } from 'node:crypto';
import { and, asc, inArray, isNull } from 'drizzle-orm';
import { formatMonthDayYearTime } from '#contract/loyalty/dates.ts';
import type { Database } from '#services/platform/database/database.ts';
import { deliveries } from './deliveries-table.ts';
import { outboundEvents } from './outbound-events-table.ts';
import { webhookTargets } from './webhook-targets-table.ts';

/** Events that one look puts into requests, and that one request carries at most. */
const LOOK_MAX = 500;
const REQUEST_MAX = 100;

type EventRow = typeof outboundEvents.$inferSelect;

/**
 * Puts waiting events into requests, one for each target and type of event; bodies are final from
 * here on. Many processes may do so at once.
 * @returns whether there may be more.
 */
export async function batchEvents(db: Database, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const events = await tx
      .select()
      .from(outboundEvents)
      .where(isNull(outboundEvents.batchedAt))
      .orderBy(asc(outboundEvents.id))
      .limit(LOOK_MAX)
      .for('update', { skipLocked: true });
    if (events.length === 0) return false;
    const targets = await tx
      .select({ id: webhookTargets.id, programId: webhookTargets.programId })
      .from(webhookTargets)
      .where(
        and(
          inArray(webhookTargets.programId, [...new Set(events.map(({ programId }) => programId))]),
          isNull(webhookTargets.disabledAt),
        ),
      );
    const requests = groupEvents(events).flatMap((group) =>
      targets
        .filter(({ programId }) => programId === group[0]?.programId)
        .map(({ id }) => toRequest(id, group, now)),
    );
    if (requests.length > 0) await tx.insert(deliveries).values(requests);
    const ids = events.map(({ id }) => id);
    await tx.update(outboundEvents).set({ batchedAt: now }).where(inArray(outboundEvents.id, ids));
    return events.length === LOOK_MAX;
  });
}

function groupEvents(events: EventRow[]): EventRow[][] {
  const byType = Map.groupBy(events, ({ programId, eventType }) => `${programId} ${eventType}`);
  return [...byType.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / REQUEST_MAX) }, (_, index) =>
      group.slice(index * REQUEST_MAX, (index + 1) * REQUEST_MAX),
    ),
  );
}

function toRequest(targetId: number, group: EventRow[], now: Date) {
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
