import { and, eq } from 'drizzle-orm';
import { webhookEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { webhookMemberFacts } from './member-facts-table.ts';

export interface MemberFactsRow {
  /** Of the event that said it. */
  eventId: string;
  factsAt: Date;
  /** In JSON. */
  memberInfo: string;
}

/** The newest that processed events said of a team's member; undefined where there is nothing. */
export async function findMemberFacts(
  db: Queries,
  teamId: number,
  memberId: string,
): Promise<MemberFactsRow | undefined> {
  const { factsAt, memberInfo, sequence } = webhookMemberFacts;
  const [row] = await db
    .select({ eventId: webhookEvents.eventId, factsAt, memberInfo })
    .from(webhookMemberFacts)
    .innerJoin(webhookEvents, eq(webhookEvents.sequence, sequence))
    .where(and(eq(webhookMemberFacts.teamId, teamId), eq(webhookMemberFacts.memberId, memberId)));
  return row;
}
