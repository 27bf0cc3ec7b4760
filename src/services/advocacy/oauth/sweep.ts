import { lte, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { startWorker, type Worker } from '../../platform/jobs/worker.ts';
import type { Log } from '../../platform/log.ts';
import { failedAttempts } from './failed-attempts-table.ts';
import { oauthArtifacts } from './oauth-artifacts-table.ts';

const BATCH = 1000;
const INTERVAL_MS = 60_000;

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Log;
}

/** Removes a batch of what has expired; answers whether there may be more. */
export async function sweepExpired({ db, clock }: Omit<Dependencies, 'log'>): Promise<boolean> {
  const now = clock.now();
  const ids = db
    .select({ id: sql`ctid` })
    .from(oauthArtifacts)
    .where(lte(oauthArtifacts.expiresAt, now))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const removed = await db
    .delete(oauthArtifacts)
    .where(sql`ctid = any(array(${ids}))`)
    .returning({ kind: oauthArtifacts.kind });
  await db.delete(failedAttempts).where(lte(failedAttempts.windowEndsAt, now));
  return removed.length === BATCH;
}

/** Starts the worker that keeps expired codes, tokens and counts from piling up. */
export function startSweep({ db, clock, log }: Dependencies): Worker {
  return startWorker({
    name: 'oauth-sweep',
    intervalMs: INTERVAL_MS,
    work: () => sweepExpired({ db, clock }),
    log,
  });
}
