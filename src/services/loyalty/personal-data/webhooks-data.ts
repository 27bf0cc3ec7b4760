import { and, eq, inArray } from 'drizzle-orm';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  inWindows,
  isMentioned,
  mentionsInJson,
} from '#services/platform/personal-data/mentions.ts';
import type {
  DataSubject,
  PersonalDataSection,
} from '#services/platform/personal-data/personal-data.ts';

const inProgram = (db: Queries, { partnerId }: DataSubject) =>
  db
    .select({ id: programs.id })
    .from(programs)
    .where(eq(programs.partnerId, partnerId ?? ''));

/** Sent events, and those that are still to be sent. Requests keep the events of other members. */
export const webhooksData: PersonalDataSection = {
  name: 'sent_events',
  tables: [outboundEvents, deliveries, deliveryAttempts],
  async read(db, subject) {
    const { eventId, eventType, createdAt, data, programId } = outboundEvents;
    const rows = await db
      .select({ id: eventId, event_type: eventType, createdAt, data })
      .from(outboundEvents)
      .where(and(inArray(programId, inProgram(db, subject)), mentionsInJson(data, subject)));
    return rows.map(({ createdAt: at, ...event }) => ({ ...event, created_at: at.toISOString() }));
  },
  async erase(tx, subject) {
    const count = await inWindows(tx, outboundEvents.id, async (window) => {
      const deleted = await tx
        .delete(outboundEvents)
        .where(
          and(
            window,
            inArray(outboundEvents.programId, inProgram(tx, subject)),
            mentionsInJson(outboundEvents.data, subject),
          ),
        )
        .returning({ id: outboundEvents.id });
      return deleted.length;
    });
    const targets = tx
      .select({ id: webhookTargets.id })
      .from(webhookTargets)
      .where(inArray(webhookTargets.programId, inProgram(tx, subject)));
    await inWindows(tx, deliveries.id, async (window) => {
      const rows = await tx
        .select({ id: deliveries.id, body: deliveries.body })
        .from(deliveries)
        .where(
          and(
            window,
            inArray(deliveries.targetId, targets),
            mentionsInJson(deliveries.body, subject),
          ),
        );
      for (const row of rows) await eraseEvents(tx, row, subject);
      return rows.length;
    });
    return count;
  },
};

async function eraseEvents(
  tx: Queries,
  { id, body }: { id: number; body: string },
  subject: DataSubject,
): Promise<void> {
  const request = JSON.parse(body) as { events: unknown[] };
  const events = request.events.filter((event) => !isMentioned(event, subject));
  if (events.length === 0) {
    await tx.delete(deliveries).where(eq(deliveries.id, id));
    return;
  }
  const rewritten = { ...request, total_count: events.length, events };
  await tx
    .update(deliveries)
    .set({ body: JSON.stringify(rewritten) })
    .where(eq(deliveries.id, id));
  // The receiver may have repeated what it was sent.
  await tx
    .update(deliveryAttempts)
    .set({ response: null })
    .where(eq(deliveryAttempts.deliveryId, id));
}
