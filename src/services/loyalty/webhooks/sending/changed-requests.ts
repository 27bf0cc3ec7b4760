import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { completeDeliveries, listIncompleteOf } from './complete-deliveries.ts';
import type { Attempt } from './delivery-attempts.ts';
import type { RequestBody } from './request-body.ts';

/** No body has it: the next attempt becomes a new request. */
const CHANGED = 'changed';

/**
 * Takes events out of all deliveries, before they are deleted. A request that was attempted with them ends at its
 * next attempt, and its other events go out in a new one. Deliveries without other events are deleted.
 * @param eventIds keys of `outboundEvents`
 */
export async function removeEventsFromDeliveries(
  tx: Queries,
  eventIds: readonly number[],
): Promise<void> {
  if (eventIds.length === 0) return;
  await completeDeliveries(tx, await listIncompleteOf(tx, eventIds));
  const removed = sql`${`{${eventIds.join(',')}}`}::bigint[]`;
  const has = sql`${deliveries.eventIds} && ${removed}`;
  await tx.delete(deliveries).where(and(has, sql`${deliveries.eventIds} <@ ${removed}`));
  const changed = await tx
    .update(deliveries)
    .set({
      eventIds: sql`array(
        select item.id from unnest(${deliveries.eventIds}) with ordinality as item (id, number)
        where item.id <> all(${removed}) order by item.number
      )`,
      body: '',
      bodyHash: sql`case when ${deliveries.attempts} > 0 then ${CHANGED} end`,
    })
    .where(has)
    .returning({ id: deliveries.id });
  if (changed.length === 0) return;
  // The receiver may have repeated what it was sent.
  await tx
    .update(deliveryAttempts)
    .set({ response: null })
    .where(
      inArray(
        deliveryAttempts.deliveryId,
        changed.map(({ id }) => id),
      ),
    );
}

/** Whether a request can't be sent as it was first, because its events were erased or deleted. */
export const isChanged = ({ bodyHash }: Attempt, { hash, eventIds }: RequestBody): boolean =>
  eventIds?.length === 0 || (bodyHash !== null && bodyHash !== hash);

/** Ends a changed request. The events that are left go out in a new one. */
export async function replaceRequest(
  db: Database,
  { deliveryId, number, targetId }: Attempt,
  { eventIds, parts }: RequestBody,
  now: Date,
): Promise<void> {
  const isEmpty = eventIds === null || eventIds.length === 0;
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(deliveries)
      .set({ state: 'failed' })
      .where(and(eq(deliveries.id, deliveryId), eq(deliveries.state, 'waiting')))
      .returning({ id: deliveries.id });
    if (!ended) return;
    const error = isEmpty
      ? 'Its events are no longer stored'
      : 'Some of its events were erased; the others are sent in a new request';
    await tx
      .update(deliveryAttempts)
      .set({ endedAt: now, error })
      .where(and(eq(deliveryAttempts.deliveryId, deliveryId), eq(deliveryAttempts.number, number)));
    if (isEmpty) return;
    await tx.insert(deliveries).values({
      targetId,
      requestId: randomUUID(),
      eventIds,
      bytes: parts.reduce((bytes, part) => bytes + part.length, 0),
      nextAttemptAt: now,
      createdAt: now,
    });
  });
}
