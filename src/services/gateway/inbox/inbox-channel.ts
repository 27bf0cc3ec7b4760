import { sql } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';

/** Notifies all processes of new events; the payload is the team id. */
export const INBOX_CHANNEL = 'inbox_events';

/** Sent when the transaction commits. */
export async function notifyInbox(tx: Queries, teamId: number): Promise<void> {
  await tx.execute(sql`select pg_notify(${INBOX_CHANNEL}, ${String(teamId)})`);
}

/** Notifies the workers of a new replay. */
export const REPLAYS_CHANNEL = 'inbox_replays';

/** Sent when the transaction commits. */
export async function notifyReplays(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_notify(${REPLAYS_CHANNEL}, '')`);
}
