import { and, count, desc, eq, gte, lt, max, min, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listInboxReplays } from '#contract/gateway/inbox-replays.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { readCursor } from '#services/gateway/inbox/inbox-page.ts';
import { notifyReplays } from '#services/gateway/inbox/stream/inbox-channel.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { type InboxReplayRow, inboxReplays } from './inbox-replays-table.ts';

/** Replays of one team that run at a time; all teams' take turns, so one team must not hold up the others'. */
export const RUNNING_REPLAYS_MAX = 5;

/**
 * Starts to process all of a team's events again that were received since a time; malformed ones can't be.
 * @returns undefined where as many run already as may
 */
export async function startReplay(
  db: Database,
  clock: Clock,
  teamId: number,
  since: Date,
): Promise<InboxReplayRow | undefined> {
  return db.transaction(async (tx) => {
    // Those that start at once are counted one after the other.
    const turn = `webhook replays of team ${teamId}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);
    if ((await countRunning(tx, teamId)) >= RUNNING_REPLAYS_MAX) return undefined;
    const { sequence, receivedAt, state } = inboxEvents;
    const [found] = await tx
      .select({ total: count(), first: min(sequence), last: max(sequence) })
      .from(inboxEvents)
      .where(and(eq(inboxEvents.teamId, teamId), gte(receivedAt, since), ne(state, 'malformed')));
    const [replay] = await tx
      .insert(inboxReplays)
      .values({
        teamId,
        since,
        afterSequence: (found?.first ?? 1) - 1,
        lastSequence: found?.last ?? 0,
        total: found?.total ?? 0,
        state: 'running',
        startedAt: clock.now(),
      })
      .returning();
    await notifyReplays(tx);
    return replay;
  });
}

async function countRunning(tx: Queries, teamId: number): Promise<number> {
  const [running] = await tx
    .select({ total: count() })
    .from(inboxReplays)
    .where(and(eq(inboxReplays.teamId, teamId), eq(inboxReplays.state, 'running')));
  return running?.total ?? 0;
}

/**
 * Stops a replay. The batch that is under way ends before, so what the replay says by then is what
 * was done, and nothing follows.
 * @returns it as it stands; undefined where there is none of that id
 */
export async function stopReplay(
  db: Queries,
  clock: Clock,
  teamId: number,
  id: number,
): Promise<InboxReplayRow | undefined> {
  const ofId = and(eq(inboxReplays.teamId, teamId), eq(inboxReplays.id, id));
  const [stopped] = await db
    .update(inboxReplays)
    .set({ state: 'stopped', endedAt: clock.now() })
    .where(and(ofId, eq(inboxReplays.state, 'running')))
    .returning();
  return stopped ?? findReplay(db, teamId, id);
}

/** A team's replay, or undefined where there is none of that id. */
export async function findReplay(
  db: Queries,
  teamId: number,
  id: number,
): Promise<InboxReplayRow | undefined> {
  const [row] = await db
    .select()
    .from(inboxReplays)
    .where(and(eq(inboxReplays.teamId, teamId), eq(inboxReplays.id, id)));
  return row;
}

/** A page of a team's replays, newest first, one more than asked for; and how many there are. */
export async function listReplays(
  db: Queries,
  teamId: number,
  query: z.output<typeof listInboxReplays.query>,
): Promise<{ rows: InboxReplayRow[]; total: number }> {
  const start = readCursor(query.start_cursor);
  const { id, state } = inboxReplays;
  const matching = and(
    eq(inboxReplays.teamId, teamId),
    query.state === undefined ? undefined : eq(state, query.state),
  );
  const [counted] = await db.select({ total: count() }).from(inboxReplays).where(matching);
  const rows = await db
    .select()
    .from(inboxReplays)
    .where(and(matching, start === undefined ? undefined : lt(id, start)))
    .orderBy(desc(id))
    .limit(query.count + 1);
  return { rows, total: counted?.total ?? 0 };
}
