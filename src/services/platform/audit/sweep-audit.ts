import { lt } from 'drizzle-orm';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { deleteBatch } from '#services/platform/database/delete-batch.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import { auditEvents } from './audit-events-table.ts';

const INTERVAL_MS = 3_600_000;
const BATCH = 1000;

interface SweepDependencies {
  db: Database;
  clock: Clock;
  /** PATRON_AUDIT_DAYS. */
  auditDays: number;
}

/**
 * Deletes a batch of events that are older than they are kept.
 * @returns whether there may be more
 */
export async function sweepAudit({ db, clock, auditDays }: SweepDependencies): Promise<boolean> {
  const { id, at } = auditEvents;
  const deleted = await deleteBatch(db, {
    table: auditEvents,
    key: id,
    where: lt(at, addSeconds(clock.now(), -auditDays * DAY_SECONDS)),
    orderBy: at,
    limit: BATCH,
  });
  return deleted.length === BATCH;
}

export function startAuditSweep(dependencies: SweepDependencies & { log: Log }): Worker {
  return startWorker({
    name: 'audit-sweep',
    intervalMs: INTERVAL_MS,
    work: () => sweepAudit(dependencies),
    log: dependencies.log,
  });
}
