import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { createSetAside } from '#services/loyalty/webhooks/set-aside.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { inParts } from '#services/platform/database/in-parts.ts';
import type { Log } from '#services/platform/log.ts';
import { type BatchedEvent, groupEvents, insertDeliveries } from './insert-deliveries.ts';

/** Largest numbers in one transaction, which is of one program. */
const MAX_EVENTS = 500;
const MAX_DELIVERIES = 2_000;
/** In one run; the next one continues after them. */
const MAX_PROGRAMS = 50;

/** Adds new events to deliveries for each target. Any number of processes may do this on one database. */
export interface EventBatcher {
  /** @returns whether there may be more */
  run(now: Date): Promise<boolean>;
}

export function createEventBatcher(db: Database, log: Pick<Log, 'error'>): EventBatcher {
  const setAside = createSetAside();
  let lastProgram = 0;

  /** @returns whether there may be more */
  async function batchProgram(programId: number, now: Date): Promise<boolean> {
    const events = await listWaiting(db, programId, setAside.list(now));
    let hasMore = events.length === MAX_EVENTS;
    await inParts(
      events,
      async (part) => {
        const isComplete = await db.transaction((tx) => batch(tx, programId, part, now));
        hasMore ||= !isComplete;
      },
      ({ id }, error) => {
        log.error({ err: error, programId, eventId: id }, 'a webhook event was set aside');
        setAside.add(id, now);
      },
    );
    return hasMore;
  }

  return {
    async run(now) {
      const programs = await listPrograms(db, lastProgram);
      lastProgram = programs.length === MAX_PROGRAMS ? (programs.at(-1) ?? 0) : 0;
      let hasMore = lastProgram > 0;
      let unavailable: unknown;
      for (const programId of programs) {
        try {
          hasMore = (await batchProgram(programId, now)) || hasMore;
        } catch (error) {
          log.error({ err: error, programId }, 'webhook events of a program wait');
          unavailable = error;
        }
      }
      // The others had their turn.
      if (unavailable !== undefined) throw unavailable;
      return hasMore;
    },
  };
}

/** Programs with new events, by one look into the index for each. */
async function listPrograms(db: Queries, after: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number | string }>(sql`
    with recursive waiting (id) as (
      (select program_id from ${outboundEvents}
        where batched_at is null and program_id > ${after} order by program_id limit 1)
      union all
      select (select event.program_id from ${outboundEvents} event
        where event.batched_at is null and event.program_id > waiting.id order by event.program_id limit 1)
      from waiting where waiting.id is not null
    )
    select id from waiting where id is not null limit ${MAX_PROGRAMS}`);
  return rows.map(({ id }) => Number(id));
}

function listWaiting(db: Queries, programId: number, setAside: number[]): Promise<BatchedEvent[]> {
  const { id, eventType, data, bytes, batchedAt } = outboundEvents;
  return db
    .select({
      id,
      eventType,
      bytes: sql`coalesce(${bytes}, octet_length(${data}::text))`.mapWith(Number),
    })
    .from(outboundEvents)
    .where(
      and(
        eq(outboundEvents.programId, programId),
        isNull(batchedAt),
        setAside.length === 0 ? undefined : notInArray(id, setAside),
      ),
    )
    .orderBy(asc(id))
    .limit(MAX_EVENTS);
}

/** @returns false if some of the events are left for another transaction */
async function batch(
  tx: Queries,
  programId: number,
  events: readonly BatchedEvent[],
  now: Date,
): Promise<boolean> {
  const eventIds = events.map(({ id }) => id);
  const locked = await tx
    .select({ id: outboundEvents.id })
    .from(outboundEvents)
    .where(and(inArray(outboundEvents.id, eventIds), isNull(outboundEvents.batchedAt)))
    .orderBy(asc(outboundEvents.id))
    .for('update', { skipLocked: true });
  if (locked.length === 0) return true;
  // Pausing and resuming wait, so that each event is either sent to a webhook or missed by it.
  const targets = await tx
    .select({ id: webhookTargets.id })
    .from(webhookTargets)
    .where(eq(webhookTargets.programId, programId))
    .orderBy(asc(webhookTargets.id))
    .for('share');
  const isLocked = new Set(locked.map(({ id }) => id));
  const groups = groupEvents(events.filter(({ id }) => isLocked.has(id)));
  const some = groups.slice(0, Math.max(1, Math.floor(MAX_DELIVERIES / (targets.length || 1))));
  const ofProgram = sql`target.program_id = ${programId}`;
  await insertDeliveries(tx, some, { targets: ofProgram, now });
  await tx
    .update(outboundEvents)
    .set({ batchedAt: now })
    .where(
      inArray(
        outboundEvents.id,
        some.flatMap((group) => group.eventIds),
      ),
    );
  return some.length === groups.length;
}
