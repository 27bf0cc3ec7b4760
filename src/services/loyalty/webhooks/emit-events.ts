import { randomUUID } from 'node:crypto';
import type { WebhookEventData } from '#contract/loyalty/webhooks.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { outboundEvents } from './outbound-events-table.ts';

/** Inserts events of one type in the transaction of the change; the worker sends them after it. */
export async function emitEvents(
  tx: Queries,
  { programId, eventType, now }: { programId: number; eventType: string; now: Date },
  data: readonly WebhookEventData[],
): Promise<void> {
  if (data.length === 0) return;
  await tx.insert(outboundEvents).values(
    data.map((eventData) => ({
      programId,
      eventId: randomUUID(),
      eventType,
      data: eventData,
      createdAt: now,
    })),
  );
}
