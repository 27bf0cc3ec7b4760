import { and, count, desc, eq, lt, max, min, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listInboxReplays } from '#contract/gateway/inbox-replays.ts';
import { notifyReplays } from '#services/gateway/inbox/inbox-channel.ts';
import { type EventFilters, matchEvents } from '#services/gateway/inbox/inbox-events.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import type { AuditChange } from '#services/platform/audit/audit-events-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { parseNumberCursor } from '#services/platform/json-api/page.ts';
import { type InboxReplayRow, inboxReplays } from './inbox-replays-table.ts';

/** Per team, so that no team delays the replays of others. */
export const RUNNING_REPLAYS_MAX = 5;

interface ReplayRequest {
  teamId: number;
  filters: EventFilters;
  /** The number of events that the caller expects. */
  expected: number | undefined;
}

/** Thrown if another number of events would be replayed than expected; nothing is started then. */
export class UnexpectedCountError extends Error {
  readonly total: number;
  constructor(total: number) {
    super(`${total} events match`);
    this.total = total;
  }
}

/**
 * Starts replaying a team's events that match filters, except malformed ones and tests.
 * @returns undefined if `RUNNING_REPLAYS_MAX` are already running
 * @throws {UnexpectedCountError}
 */
export async function startReplay(
  db: Database,
  clock: Clock,
  { teamId, filters, expected }: ReplayRequest,
): Promise<InboxReplayRow | undefined> {
  return db.transaction(async (tx) => {
    // Serializes concurrent starts, so that the count is right.
    const lock = `inbox replays of team ${teamId}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    const isRunning = and(eq(inboxReplays.teamId, teamId), eq(inboxReplays.state, 'running'));
    if ((await tx.$count(inboxReplays, isRunning)) >= RUNNING_REPLAYS_MAX) return undefined;
    const { sequence } = inboxEvents;
    const [found] = await tx
      .select({ total: count(), first: min(sequence), last: max(sequence) })
      .from(inboxEvents)
      .where(matchReplayable(teamId, filters));
    const total = found?.total ?? 0;
    if (expected !== undefined && expected !== total) throw new UnexpectedCountError(total);
    const [replay] = await tx
      .insert(inboxReplays)
      .values({
        teamId,
        ...filters,
        afterSequence: (found?.first ?? 1) - 1,
        lastSequence: found?.last ?? 0,
        total,
        state: 'running',
        startedAt: clock.now(),
      })
      .returning();
    await notifyReplays(tx);
    if (replay) {
      const changes = changesBetween<object>({}, { ...filters, total });
      await recordReplay(tx, 'webhook_replay.start', replay, changes);
    }
    return replay;
  });
}

/** The condition for a team's events that a replay processes. */
export function matchReplayable(teamId: number, filters: EventFilters) {
  const { state, isTest } = inboxEvents;
  return and(matchEvents(teamId, filters), ne(state, 'malformed'), eq(isTest, false));
}

/**
 * Stops a replay once its current batch has finished, so that its progress is exact and final.
 * @returns undefined if there is no replay with this id
 */
export async function stopReplay(
  db: Database,
  clock: Clock,
  teamId: number,
  id: number,
): Promise<InboxReplayRow | undefined> {
  const ofId = and(eq(inboxReplays.teamId, teamId), eq(inboxReplays.id, id));
  const stopped = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(inboxReplays)
      .set({ state: 'stopped', endedAt: clock.now() })
      .where(and(ofId, eq(inboxReplays.state, 'running')))
      .returning();
    if (row) await recordReplay(tx, 'webhook_replay.stop', row);
    return row;
  });
  return stopped ?? findReplay(db, teamId, id);
}

function recordReplay(
  tx: Queries,
  action: `webhook_replay.${string}`,
  { id, teamId }: InboxReplayRow,
  changes: AuditChange[] = [],
): Promise<void> {
  return recordAudit(tx, { action, subject: { type: 'webhook_replay', id }, changes, teamId });
}

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

/** A page of a team's replays, newest first, with one row more than `count`; and the total. */
export async function listReplays(
  db: Queries,
  teamId: number,
  query: z.output<typeof listInboxReplays.query>,
): Promise<{ rows: InboxReplayRow[]; total: number }> {
  const start = parseNumberCursor(query.start_cursor);
  const { id, state } = inboxReplays;
  const matching = and(
    eq(inboxReplays.teamId, teamId),
    query.state === undefined ? undefined : eq(state, query.state),
  );
  const listRows = db
    .select()
    .from(inboxReplays)
    .where(and(matching, start === undefined ? undefined : lt(id, start)))
    .orderBy(desc(id))
    .limit(query.count + 1);
  const [rows, total] = await Promise.all([listRows, db.$count(inboxReplays, matching)]);
  return { rows, total };
}
