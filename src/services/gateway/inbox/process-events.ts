import { asc, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { WEBHOOK_EVENT_TYPES, webhookEventDataSchema } from '#contract/loyalty/webhooks.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { type WebhookEventRow, webhookEvents } from './webhook-events-table.ts';
import { webhookMemberFacts } from './webhook-member-facts-table.ts';

const BATCH = 100;
const KNOWN_TYPES: readonly string[] = WEBHOOK_EVENT_TYPES;

type MemberFacts = typeof webhookMemberFacts.$inferInsert;
interface Outcome {
  sequence: number;
  state: 'processed' | 'failed';
  facts: MemberFacts | undefined;
}

/**
 * Processes events that are due, each by one process only: what it does and that it is done are
 * committed together, so a process that dies leaves its events due.
 * @returns whether there may be more.
 */
export async function processEvents(db: Queries, clock: Clock, log: Log): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.state, 'pending'))
      .orderBy(asc(webhookEvents.sequence))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    const outcomes = due.map((event) => processEvent(event, log));
    await keepNewest(tx, outcomes);
    for (const state of ['processed', 'failed'] as const) {
      const sequences = outcomes.filter((outcome) => outcome.state === state);
      if (sequences.length === 0) continue;
      await tx
        .update(webhookEvents)
        .set({ state, processedAt: clock.now() })
        .where(
          inArray(
            webhookEvents.sequence,
            sequences.map(({ sequence }) => sequence),
          ),
        );
    }
    return due.length === BATCH;
  });
}

/** Types that we don't know are kept and shown; there is nothing to do for them. */
function processEvent(event: WebhookEventRow, log: Log): Outcome {
  const { sequence, teamId, memberId, factsAt } = event;
  if (!KNOWN_TYPES.includes(event.eventType)) {
    return { sequence, state: 'processed', facts: undefined };
  }
  const data = z.safeParse(webhookEventDataSchema, JSON.parse(event.data));
  if (!data.success) {
    const path = data.error.issues[0]?.path.join('.');
    log.warn({ teamId, eventId: event.eventId, path }, 'a webhook event could not be processed');
    return { sequence, state: 'failed', facts: undefined };
  }
  const memberInfo = JSON.stringify(data.data.member_info ?? null);
  const facts = memberId === null ? undefined : { teamId, memberId, sequence, factsAt, memberInfo };
  return { sequence, state: 'processed', facts };
}

/** Whichever order events are processed in, and by whom, the newest facts of a member stay. */
async function keepNewest(tx: Queries, outcomes: Outcome[]): Promise<void> {
  const newest = new Map<string, MemberFacts>();
  for (const { facts } of outcomes) {
    if (!facts) continue;
    const key = `${facts.teamId} ${facts.memberId}`;
    const known = newest.get(key);
    if (!known || known.factsAt <= facts.factsAt) newest.set(key, facts);
  }
  if (newest.size === 0) return;
  // One order for all processes: two that wait for each other's rows would both wait for ever.
  const rows = [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, facts]) => facts);
  const { teamId, memberId, factsAt, sequence } = webhookMemberFacts;
  await tx
    .insert(webhookMemberFacts)
    .values(rows)
    .onConflictDoUpdate({
      target: [teamId, memberId],
      set: {
        sequence: sql`excluded.sequence`,
        factsAt: sql`excluded.facts_at`,
        memberInfo: sql`excluded.member_info`,
      },
      setWhere: sql`(excluded.facts_at, excluded.sequence) > (${factsAt}, ${sequence})`,
    });
}
