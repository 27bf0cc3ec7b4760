import { and, eq, inArray } from 'drizzle-orm';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { removeEventsFromDeliveries } from '#services/loyalty/webhooks/sending/changed-requests.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { inWindows, mentionsInJson } from '#services/platform/personal-data/mentions.ts';
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
    return inWindows(tx, outboundEvents.id, async (window) => {
      const found = await tx
        .select({ id: outboundEvents.id })
        .from(outboundEvents)
        .where(
          and(
            window,
            inArray(outboundEvents.programId, inProgram(tx, subject)),
            mentionsInJson(outboundEvents.data, subject),
          ),
        );
      const ids = found.map(({ id }) => id);
      await removeEventsFromDeliveries(tx, ids);
      await tx.delete(outboundEvents).where(inArray(outboundEvents.id, ids));
      return ids.length;
    });
  },
};
