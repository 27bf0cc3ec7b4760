import { and, arrayOverlaps, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { REJECTED_OUTCOMES } from '#contract/gateway/inbox.ts';
import {
  type InboxDeliveryRow,
  inboxDeliveries,
} from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { inboxEvents, serviceIdIn } from '#services/gateway/inbox/inbox-events-table.ts';
import { inboxMemberFacts } from '#services/gateway/inbox/process/member-facts-table.ts';
import { membersIn } from '#services/gateway/inbox/receive/members-in.ts';
import { inboxReplays } from '#services/gateway/inbox/replay/inbox-replays-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  type DataSubject,
  ERASED_ROWS,
  isAbout,
  isInTime,
  type PersonalDataSection,
} from '#services/platform/personal-data/personal-data.ts';

export const isReceivedAbout = (subject: DataSubject) =>
  and(
    inArray(inboxEvents.teamId, subject.teamIds),
    isAbout(subject, {
      serviceId: serviceIdIn(inboxEvents.data),
      memberId: inboxEvents.memberId,
      at: inboxEvents.receivedAt,
    }),
  );

export const WITHOUT_BODY = { body: null, signature: null, nonce: null };

/**
 * Received events and what is known from them. A request has many members and is signed as a whole, so its
 * body is removed; the events of the others are still there.
 */
export const inboxData: PersonalDataSection = {
  name: 'inbox_events',
  tables: [inboxEvents, inboxDeliveries, inboxMemberFacts, inboxReplays],
  async read(db, subject, limit) {
    const query = db.select().from(inboxEvents).where(isReceivedAbout(subject));
    const rows = await (limit === undefined ? query : query.limit(limit));
    return rows
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ eventId, eventType, receivedAt, data }) => ({
        id: eventId,
        event_type: eventType,
        received_at: receivedAt.toISOString(),
        data: JSON.parse(data) as unknown,
      }));
  },
  async erase(tx, subject) {
    const { sequence, eventId, memberId, teamId } = inboxEvents;
    const batch = tx.select({ sequence }).from(inboxEvents).where(isReceivedAbout(subject));
    const deleted = await tx
      .delete(inboxEvents)
      .where(inArray(sequence, batch.limit(ERASED_ROWS)))
      .returning({ sequence, eventId, memberId, teamId });
    for (const team of subject.teamIds) {
      const events = deleted.filter((event) => event.teamId === team);
      if (events.length > 0) await forgetEvents(tx, team, events);
    }
    const more = deleted.length === ERASED_ROWS;
    if (!more) {
      await eraseRejected(tx, subject);
      await tx
        .update(inboxReplays)
        .set({ memberId: subject.pseudonym })
        .where(
          and(
            inArray(inboxReplays.teamId, subject.teamIds),
            eq(inboxReplays.memberId, subject.memberId),
            isInTime(inboxReplays.startedAt, subject),
          ),
        );
    }
    return { count: deleted.length, more };
  },
};

/** Removes the bodies that have the deleted events, and the facts from them. */
async function forgetEvents(
  tx: Queries,
  teamId: number,
  events: readonly { sequence: number; eventId: string; memberId: string | null }[],
): Promise<void> {
  const eventIds = events.map((event) => event.eventId);
  await tx
    .update(inboxDeliveries)
    .set(WITHOUT_BODY)
    .where(
      and(
        eq(inboxDeliveries.teamId, teamId),
        arrayOverlaps(inboxDeliveries.eventIds, eventIds),
        isNotNull(inboxDeliveries.body),
      ),
    );
  const memberIds = new Set(events.flatMap(({ memberId }) => memberId ?? []));
  const sequences = events.map(({ sequence }) => sequence);
  await tx
    .delete(inboxMemberFacts)
    .where(
      and(
        eq(inboxMemberFacts.teamId, teamId),
        inArray(inboxMemberFacts.memberId, [...memberIds]),
        inArray(inboxMemberFacts.sequence, sequences),
      ),
    );
}

/** Rejected requests looked through at a time. */
const BODIES_SEARCHED = 100;

/** Removes the bodies of rejected requests, whose events aren't stored. There are at most some hundred. */
async function eraseRejected(tx: Queries, subject: DataSubject): Promise<void> {
  const { id, body, receivedAt, teamId, verdict } = inboxDeliveries;
  const rejected = await tx
    .select({ id })
    .from(inboxDeliveries)
    .where(
      and(inArray(teamId, subject.teamIds), inArray(verdict, REJECTED_OUTCOMES), isNotNull(body)),
    );
  // Only bodies with a key are parsed, and those with a backslash, which may escape one of its characters.
  const isSuspect = or(
    ...[subject.serviceId, subject.memberId, '\\']
      .filter((text) => text !== null)
      .map((text) => sql`position(convert_to(${text}::text, 'UTF8') in ${body}) > 0`),
  );
  for (let start = 0; start < rejected.length; start += BODIES_SEARCHED) {
    const ids = rejected.slice(start, start + BODIES_SEARCHED).map((row) => row.id);
    const rows = await tx
      .select({ id, body, receivedAt })
      .from(inboxDeliveries)
      .where(and(inArray(id, ids), isSuspect));
    const found = rows.filter((row) => hasMember(row, subject)).map((row) => row.id);
    if (found.length > 0) {
      await tx.update(inboxDeliveries).set(WITHOUT_BODY).where(inArray(id, found));
    }
  }
}

/** Whether a body has the member by a key. */
export const hasMember = (
  { body, receivedAt }: Pick<InboxDeliveryRow, 'body' | 'receivedAt'>,
  subject: Omit<DataSubject, 'pseudonym'>,
) =>
  membersIn(body).some(({ serviceId, memberId }) =>
    serviceId === null
      ? memberId === subject.memberId && isWithin(receivedAt, subject)
      : serviceId === subject.serviceId,
  );

const isWithin = (at: Date, { from, until }: Pick<DataSubject, 'from' | 'until'>) =>
  (from === null || at >= new Date(from)) && (until === null || at < new Date(until));
