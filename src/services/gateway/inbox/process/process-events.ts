import { asc, eq } from 'drizzle-orm';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import { applyEvents } from './apply-events.ts';

const BATCH = 200;

/**
 * Processes pending events, each in one process only. Effects and state are committed together, so a
 * process that crashes leaves its events pending.
 * @returns whether there may be more
 */
export async function processEvents(db: Queries, clock: Clock, log: Log): Promise<boolean> {
  return db.transaction(async (tx) => {
    const events = await tx
      .select()
      .from(inboxEvents)
      .where(eq(inboxEvents.state, 'pending'))
      .orderBy(asc(inboxEvents.sequence))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    await applyEvents(tx, events, { clock, log, replays: 0 });
    return events.length === BATCH;
  });
}
