import { eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { inboxDeliveries } from './inbox-deliveries-table.ts';
import { inboxEvents } from './inbox-events-table.ts';
import { inboxMemberFacts } from './process/member-facts-table.ts';
import { inboxReplays } from './replay/inbox-replays-table.ts';

/**
 * Erases what a team received from a program, in the transaction that deletes the connection to it: a
 * delivery locks that row first. The facts come after the events, which are locked while they are processed.
 */
export async function eraseInbox(tx: Queries, teamId: number): Promise<void> {
  for (const table of [inboxReplays, inboxDeliveries, inboxEvents, inboxMemberFacts]) {
    await tx.delete(table).where(eq(table.teamId, teamId));
  }
}
