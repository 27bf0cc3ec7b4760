import { randomUUID } from 'node:crypto';
import type { WebhookEventData } from '#contract/loyalty/webhooks.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { splitByBytes } from '#services/platform/database/turns/split-by-bytes.ts';
import { outboundEvents } from './outbound-events-table.ts';

/** The limits of one statement. A single event may exceed the limit of bytes. */
const MAX_ROWS = 500;
const MAX_BYTES = 1024 * 1024;

/** Inserts events of one type in the transaction of the change; the worker sends them after it. */
export async function emitEvents(
  tx: Queries,
  { programId, eventType, now }: { programId: number; eventType: string; now: Date },
  data: readonly WebhookEventData[],
): Promise<void> {
  if (data.length === 0) return;
  const events = data.map((eventData) => ({
    programId,
    eventId: randomUUID(),
    eventType,
    data: eventData,
    bytes: Buffer.byteLength(JSON.stringify(eventData)),
    createdAt: now,
  }));
  const limits = { maxBytes: MAX_BYTES, maxItems: MAX_ROWS };
  for (const part of splitByBytes(events, { ...limits, bytesOf: ({ bytes }) => bytes })) {
    await tx.insert(outboundEvents).values(part);
  }
}
