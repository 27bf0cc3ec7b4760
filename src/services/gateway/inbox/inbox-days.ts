import { and, eq, gte, sql } from 'drizzle-orm';
import { INBOX_DAYS, type InboxDay } from '#contract/gateway/inbox-days.ts';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { inboxDeliveries } from './inbox-deliveries-table.ts';
import { inboxEvents } from './inbox-events-table.ts';

/** Counts of the last `INBOX_DAYS` days in UTC, oldest first, including days without deliveries. */
export async function countInboxDays(
  db: Queries,
  clock: Clock,
  teamId: number,
): Promise<InboxDay[]> {
  const days = Array.from({ length: INBOX_DAYS }, (_, index) =>
    addSeconds(clock.now(), (index - INBOX_DAYS + 1) * DAY_SECONDS)
      .toISOString()
      .slice(0, 10),
  );
  const since = new Date(`${days[0]}T00:00:00Z`);
  const [deliveries, failures] = await Promise.all([
    countDeliveries(db, teamId, since),
    countFailedEvents(db, teamId, since),
  ]);
  return days.map((day) => {
    const { accepted = 0, rejected = 0 } = deliveries.find((each) => each.day === day) ?? {};
    const { failed = 0 } = failures.find((each) => each.day === day) ?? {};
    return { day, accepted, rejected, failed_events: failed };
  });
}

const count = (condition = sql`true`) =>
  sql<number>`(count(*) filter (where ${condition}))::int`.mapWith(Number);

function countDeliveries(db: Queries, teamId: number, since: Date) {
  const { receivedAt, verdict, isTest } = inboxDeliveries;
  const day = sql<string>`to_char(${receivedAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const isAccepted = sql`${verdict} in ('accepted', 'duplicate')`;
  return db
    .select({ day, accepted: count(isAccepted), rejected: count(sql`not (${isAccepted})`) })
    .from(inboxDeliveries)
    .where(and(eq(inboxDeliveries.teamId, teamId), gte(receivedAt, since), eq(isTest, false)))
    .groupBy(sql`1`);
}

function countFailedEvents(db: Queries, teamId: number, since: Date) {
  const { receivedAt, state, isTest } = inboxEvents;
  const day = sql<string>`to_char(${receivedAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  return db
    .select({ day, failed: count() })
    .from(inboxEvents)
    .where(
      and(
        eq(inboxEvents.teamId, teamId),
        gte(receivedAt, since),
        eq(state, 'failed'),
        eq(isTest, false),
      ),
    )
    .groupBy(sql`1`);
}
