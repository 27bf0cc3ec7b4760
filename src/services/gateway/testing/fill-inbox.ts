import { arrayContains, inArray } from 'drizzle-orm';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import { inboxDeliveries } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import type { Database } from '#services/platform/database/database.ts';
import { envelope, tierUpgrade } from './sign-webhook.ts';
import type { TestInbox } from './start-inbox.ts';

const campaign = (id: string, memberId: string) => ({
  id,
  event_type: 'event_campaign_entered',
  data: { member_info: { member_id: memberId }, campaign_info: { campaign_name: 'Spring' } },
});

/** Deletes the deliveries and events of deliveries that contain an event. */
export async function deleteDeliveriesOf(db: Database, eventId: string): Promise<void> {
  const containsEvent = arrayContains(inboxDeliveries.eventIds, [eventId]);
  const requests = await db.delete(inboxDeliveries).where(containsEvent).returning();
  await db.delete(inboxEvents).where(
    inArray(
      inboxEvents.eventId,
      requests.flatMap(({ eventIds }) => eventIds),
    ),
  );
}

/** The IDs of events without what makes them unique. */
export const eventNames = (events: InboxEvent[]) =>
  events.map(({ id }) => id.replace(/-\w{32}$/, ''));

/**
 * Delivers events and requests of each kind to team 1, a minute apart, and an event to team 2.
 * @returns when the first four arrived
 */
export async function fillInbox(inbox: TestInbox): Promise<string[]> {
  const times: string[] = [];
  for (const body of [
    envelope([tierUpgrade('E-1', { member_id: 'M-1' })]),
    envelope([campaign('E-2', 'M-1'), campaign('E-3', 'M-2')]),
    envelope([tierUpgrade('E-4', { member_id: 'M-2' }), 'malformed']),
    '{}',
  ]) {
    times.push(inbox.clock.now().toISOString());
    await inbox.deliver(body);
    inbox.clock.advance(60);
  }
  await inbox.deliver('anything', { secret: 'wrong' });
  const secret = 'the secret of team 2';
  await inbox.deliver(envelope([tierUpgrade('E-other')]), { teamId: 2, secret });
  return times;
}
