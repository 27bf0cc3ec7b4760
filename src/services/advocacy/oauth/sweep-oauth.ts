import { lte, sql } from 'drizzle-orm';
import { attemptCounters } from '#services/advocacy/rate-limits/attempt-counters-table.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { oauthArtifacts } from './oauth-artifacts-table.ts';

const BATCH = 1000;

/**
 * Deletes a batch of expired codes and tokens, and all expired attempt counts.
 * @returns whether there may be more
 */
export async function sweepOAuth(db: Database, clock: Clock): Promise<boolean> {
  const now = clock.now();
  const ids = db
    .select({ id: sql`ctid` })
    .from(oauthArtifacts)
    .where(lte(oauthArtifacts.expiresAt, now))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const deleted = await db
    .delete(oauthArtifacts)
    .where(sql`ctid = any(array(${ids}))`)
    .returning({ kind: oauthArtifacts.kind });
  await db.delete(attemptCounters).where(lte(attemptCounters.windowEndsAt, now));
  return deleted.length === BATCH;
}
