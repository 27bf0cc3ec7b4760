import { and, asc, eq, gt, gte, lte, ne } from 'drizzle-orm';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { applyEvents } from '#services/gateway/inbox/process/apply-events.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import { type InboxReplayRow, inboxReplays } from './inbox-replays-table.ts';

/** Small, so that a replay stops soon after it was asked to, and new events need not wait long. */
const BATCH = 100;

/**
 * Processes the next batch of a replay that runs: of several the one that has come least far, so
 * that a long one delays no short one. The events and how far the replay has come are committed
 * together: a process that dies leaves its batch to the next, and nothing counts twice.
 * @returns whether there may be more.
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
    const events = await nextEvents(tx, replay);
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

async function nextEvents(tx: Queries, replay: InboxReplayRow) {
  const { teamId, sequence, receivedAt, state } = inboxEvents;
  return tx
    .select()
    .from(inboxEvents)
    .where(
      and(
        eq(teamId, replay.teamId),
        gt(sequence, replay.afterSequence),
        lte(sequence, replay.lastSequence),
        gte(receivedAt, replay.since),
        ne(state, 'malformed'),
      ),
    )
    .orderBy(asc(sequence))
    .limit(BATCH)
    .for('update');
}
