import { and, eq } from 'drizzle-orm';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { inboxMemberFacts } from './member-facts-table.ts';

export interface MemberFactsRow {
  /** The event it is from. */
  eventId: string;
  factsAt: Date;
  /** JSON. */
  memberInfo: string;
}

export async function findMemberFacts(
  db: Queries,
  teamId: number,
  memberId: string,
): Promise<MemberFactsRow | undefined> {
  const { factsAt, memberInfo, sequence } = inboxMemberFacts;
  const [row] = await db
    .select({ eventId: inboxEvents.eventId, factsAt, memberInfo })
    .from(inboxMemberFacts)
    .innerJoin(inboxEvents, eq(inboxEvents.sequence, sequence))
    .where(and(eq(inboxMemberFacts.teamId, teamId), eq(inboxMemberFacts.memberId, memberId)));
  return row;
}
