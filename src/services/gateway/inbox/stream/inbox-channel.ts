import { sql } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';

/** Where every process hears that a team's inbox has something new; the payload is the team's id. */
export const INBOX_CHANNEL = 'inbox_events';

/** Tells all processes, when the transaction commits. */
export async function notifyInbox(tx: Queries, teamId: number): Promise<void> {
  await tx.execute(sql`select pg_notify(${INBOX_CHANNEL}, ${String(teamId)})`);
}

/** Where the workers hear that a replay was started. */
export const REPLAYS_CHANNEL = 'inbox_replays';

/** Tells the workers of all processes, when the transaction commits. */
export async function notifyReplays(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_notify(${REPLAYS_CHANNEL}, '')`);
}
