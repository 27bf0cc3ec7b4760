import { asc, eq } from 'drizzle-orm';
import { WEBHOOK_RETRY_SECONDS } from '#contract/loyalty/webhooks.ts';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import type { PastDelivery } from './past-deliveries.ts';

const TIMEOUT_SECONDS = 10;

/** Fills a program's webhook log: every delivery succeeded, some at the second attempt. */
export async function seedSentWebhooks(
  db: Queries,
  programId: number,
  deliveries: readonly PastDelivery[],
): Promise<void> {
  const [target] = await db
    .select({ id: webhookTargets.id })
    .from(webhookTargets)
    .where(eq(webhookTargets.programId, programId))
    .orderBy(asc(webhookTargets.id));
  if (!target) throw new Error('The program has no webhook');
  for (const delivery of deliveries) await seedRequest(db, programId, target.id, delivery);
}

async function seedRequest(
  db: Queries,
  programId: number,
  targetId: number,
  delivery: PastDelivery,
): Promise<void> {
  const { at, requestId, body, events } = delivery;
  const stored = await db
    .insert(outboundEvents)
    .values(
      events.map(({ id, event_type, data }) => ({
        programId,
        eventId: id,
        eventType: event_type,
        data,
        createdAt: at,
        batchedAt: at,
      })),
    )
    .returning({ id: outboundEvents.id });
  const attempts = createAttempts(delivery);
  const { id: deliveryId } = one(
    await db
      .insert(deliveries)
      .values({
        targetId,
        requestId,
        // The inbox has these bytes.
        body,
        eventIds: stored.map(({ id }) => id),
        bytes: Buffer.byteLength(body),
        state: 'delivered',
        attempts: attempts.length,
        nextAttemptAt: addSeconds(at, WEBHOOK_RETRY_SECONDS),
        createdAt: at,
      })
      .returning({ id: deliveries.id }),
  );
  await db.insert(deliveryAttempts).values(attempts.map((attempt) => ({ ...attempt, deliveryId })));
}

function createAttempts({ at, isRepeated }: PastDelivery) {
  // Receivers take different times: 30 to 129 ms.
  const responds = (number: number, startedAt: Date) => ({
    number,
    startedAt,
    endedAt: new Date(startedAt.getTime() + 30 + (Math.floor(startedAt.getTime() / 1000) % 100)),
    status: 200,
  });
  if (!isRepeated) return [responds(1, at)];
  return [
    {
      number: 1,
      startedAt: at,
      endedAt: addSeconds(at, TIMEOUT_SECONDS),
      error: `No response within ${TIMEOUT_SECONDS} s`,
    },
    responds(2, addSeconds(at, WEBHOOK_RETRY_SECONDS)),
  ];
}
