import { createEventBatcher } from '#services/loyalty/webhooks/batches/batch-events.ts';
import {
  type Attempt,
  startAttempts,
} from '#services/loyalty/webhooks/sending/delivery-attempts.ts';
import { listDueDeliveries } from '#services/loyalty/webhooks/sending/due-deliveries.ts';
import type { Database } from '#services/platform/database/database.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';

/** Adds all new events to deliveries, like the webhook worker. */
export async function batchEvents(db: Database, now: Date): Promise<void> {
  const batcher = createEventBatcher(db, silentLog);
  while (await batcher.run(now));
}

/** Claims what is due now, like the webhook worker. */
export async function startDueAttempts(
  db: Database,
  schedule: { retrySeconds: number; maxAttempts: number },
  now: Date,
): Promise<Attempt[]> {
  const due = await listDueDeliveries(db, { now, busyTargets: [], setAside: [] });
  return startAttempts(db, schedule, { now, ids: due.map(({ id }) => id) });
}
