import { sql } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';

/** Notifies all processes of a changed job; the payload is the team id. */
export const JOBS_CHANNEL = 'gateway_jobs';

/** Sent when the transaction commits. */
export async function notifyJobs(tx: Queries, teamId: number): Promise<void> {
  await tx.execute(sql`select pg_notify(${JOBS_CHANNEL}, ${String(teamId)})`);
}
