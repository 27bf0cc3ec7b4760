import { and, arrayOverlaps, eq, inArray, or } from 'drizzle-orm';
import { inboxDeliveries } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { inboxMemberFacts } from '#services/gateway/inbox/process/member-facts-table.ts';
import { inboxReplays } from '#services/gateway/inbox/replay/inbox-replays-table.ts';
import {
  inWindows,
  mentionsInBytes,
  mentionsInJson,
} from '#services/platform/personal-data/mentions.ts';
import type {
  DataSubject,
  PersonalDataSection,
} from '#services/platform/personal-data/personal-data.ts';

const isOfMember = ({ teamIds, memberIds }: DataSubject) =>
  and(inArray(inboxEvents.teamId, teamIds), inArray(inboxEvents.memberId, memberIds));

/**
 * Received events and what is known from them. A request has many members and is signed as a whole, so its
 * body is removed; the events of the others are still there.
 */
export const inboxData: PersonalDataSection = {
  name: 'inbox_events',
  tables: [inboxEvents, inboxDeliveries, inboxMemberFacts, inboxReplays],
  async read(db, subject) {
    const rows = await db
      .select()
      .from(inboxEvents)
      .where(isOfMember(subject))
      .orderBy(inboxEvents.sequence);
    return rows.map(({ eventId, eventType, receivedAt, data }) => ({
      id: eventId,
      event_type: eventType,
      received_at: receivedAt.toISOString(),
      data: JSON.parse(data) as unknown,
    }));
  },
  async erase(tx, subject) {
    const { teamIds, memberIds } = subject;
    const eventIds: string[] = [];
    const count = await inWindows(tx, inboxEvents.sequence, async (window) => {
      const deleted = await tx
        .delete(inboxEvents)
        .where(
          and(
            window,
            inArray(inboxEvents.teamId, teamIds),
            or(isOfMember(subject), mentionsInJson(inboxEvents.data, subject)),
          ),
        )
        .returning({ id: inboxEvents.eventId });
      eventIds.push(...deleted.map(({ id }) => id));
      return deleted.length;
    });
    const isOfTeams = inArray(inboxDeliveries.teamId, teamIds);
    const withoutBody = { body: null, signature: null, nonce: null };
    for (let start = 0; start < eventIds.length; start += 1_000) {
      const ids = eventIds.slice(start, start + 1_000);
      await tx
        .update(inboxDeliveries)
        .set(withoutBody)
        .where(and(isOfTeams, arrayOverlaps(inboxDeliveries.eventIds, ids)));
    }
    await inWindows(tx, inboxDeliveries.id, async (window) => {
      await tx
        .update(inboxDeliveries)
        .set(withoutBody)
        .where(and(window, isOfTeams, mentionsInBytes(inboxDeliveries.body, subject)));
      return 0;
    });
    await tx
      .delete(inboxMemberFacts)
      .where(
        and(
          inArray(inboxMemberFacts.teamId, teamIds),
          inArray(inboxMemberFacts.memberId, memberIds),
        ),
      );
    for (const memberId of memberIds) {
      await tx
        .update(inboxReplays)
        .set({ memberId: subject.pseudonym })
        .where(and(inArray(inboxReplays.teamId, teamIds), eq(inboxReplays.memberId, memberId)));
    }
    return count;
  },
};
