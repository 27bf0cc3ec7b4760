import { and, eq, inArray } from 'drizzle-orm';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents, serviceIdIn } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { removeEventsFromDeliveries } from '#services/loyalty/webhooks/sending/changed-requests.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  type DataSubject,
  ERASED_ROWS,
  isKey,
  type PersonalDataSection,
} from '#services/platform/personal-data/personal-data.ts';

const { id, data, programId } = outboundEvents;

const inProgram = (db: Queries, { partnerId }: DataSubject) =>
  db
    .select({ id: programs.id })
    .from(programs)
    .where(eq(programs.partnerId, partnerId ?? ''));

export const isSentAbout = (db: Queries, subject: DataSubject) =>
  and(
    isKey(serviceIdIn(data), subject.serviceId ?? ''),
    inArray(programId, inProgram(db, subject)),
  );

/** Sent events, and those that are still to be sent. Requests keep the events of other members. */
export const webhooksData: PersonalDataSection = {
  name: 'sent_events',
  tables: [outboundEvents, deliveries, deliveryAttempts],
  async read(db, subject, limit) {
    const { eventId, eventType, createdAt } = outboundEvents;
    const query = db
      .select({ row: id, id: eventId, event_type: eventType, createdAt, data })
      .from(outboundEvents)
      .where(isSentAbout(db, subject));
    const rows = await (limit === undefined ? query : query.limit(limit));
    return rows
      .toSorted((a, b) => a.row - b.row)
      .map(({ row: _row, createdAt: at, ...event }) => ({
        ...event,
        created_at: at.toISOString(),
      }));
  },
  async erase(tx, subject) {
    const found = await tx
      .select({ id })
      .from(outboundEvents)
      .where(isSentAbout(tx, subject))
      .limit(ERASED_ROWS);
    const ids = found.map((event) => event.id);
    await removeEventsFromDeliveries(tx, ids);
    await tx.delete(outboundEvents).where(inArray(id, ids));
    return { count: ids.length, more: ids.length === ERASED_ROWS };
  },
};
