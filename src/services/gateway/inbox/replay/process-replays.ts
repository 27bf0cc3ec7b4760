import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { applyEvents } from '#services/gateway/inbox/process/apply-events.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import type { Log } from '#services/platform/log.ts';
import { matchReplayable } from './inbox-replays-store.ts';
import { type InboxReplayRow, inboxReplays } from './inbox-replays-table.ts';

/** Small, so that a replay stops soon after a request and doesn't delay new events. */
const BATCH = 100;

/**
 * Processes the next batch of a running replay, choosing the one with the least progress, so that
 * long replays don't delay short ones. Events and progress are committed together: after a crash
 * another process repeats the batch, and nothing is counted twice.
 * @returns whether there may be more
 */
export async function processReplays(db: Queries, clock: Clock, log: Log): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [replay] = await tx
      .select()
      .from(inboxReplays)
      .where(eq(inboxReplays.state, 'running'))
      .orderBy(asc(inboxReplays.replayed))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!replay) return false;
    const events = await lockNextEvents(tx, replay);
    const failed = await applyEvents(tx, events, { clock, log, replays: 1 });
    await tx
      .update(inboxReplays)
      .set({
        afterSequence: events.at(-1)?.sequence ?? replay.lastSequence,
        replayed: replay.replayed + events.length,
        failed: replay.failed + failed,
        ...(events.length < BATCH ? { state: 'finished', endedAt: clock.now() } : {}),
      })
      .where(eq(inboxReplays.id, replay.id));
    return true;
  });
}

async function lockNextEvents(tx: Queries, replay: InboxReplayRow) {
  const { sequence } = inboxEvents;
  return lockForUpdate(
    tx
      .select()
      .from(inboxEvents)
      .where(
        and(
          matchReplayable(replay.teamId, replay),
          gt(sequence, replay.afterSequence),
          lte(sequence, replay.lastSequence),
        ),
      )
      .orderBy(asc(sequence))
      .limit(BATCH),
  );
}
