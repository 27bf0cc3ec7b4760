import { sql } from 'drizzle-orm';
import { WEBHOOK_EVENT_TYPES, webhookEventDataSchema } from '#contract/loyalty/webhooks.ts';
import { read } from '#contract/reader.ts';
import { type InboxEventRow, inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { jsonRows } from '#services/platform/database/json-rows.ts';
import type { Log } from '#services/platform/log.ts';
import { inboxMemberFacts } from './member-facts-table.ts';
import { findPreviousTiers } from './previous-tiers.ts';

const KNOWN_TYPES: readonly string[] = WEBHOOK_EVENT_TYPES;

type MemberFacts = typeof inboxMemberFacts.$inferInsert;
interface Outcome {
  sequence: number;
  state: 'processed' | 'failed';
  facts: MemberFacts | undefined;
}

/**
 * Processes events and stores their outcome. The transaction must hold locks on their rows.
 * @param replays how much to add to their replay counter: 0 if it was counted before
 * @returns how many failed
 */
export async function applyEvents(
  tx: Queries,
  events: readonly InboxEventRow[],
  { clock, log, replays }: { clock: Clock; log: Log; replays: 0 | 1 },
): Promise<number> {
  const previousTiers = await findPreviousTiers(tx, events);
  const outcomes = events.map((event) => processEvent(event, log));
  await upsertNewestFacts(tx, outcomes);
  if (outcomes.length > 0) {
    const { source } = jsonRows(
      inboxEvents,
      outcomes.map(({ sequence, state }) => {
        return { sequence, state, previousTier: previousTiers.get(sequence) ?? null };
      }),
    );
    await tx.execute(sql`
      update ${inboxEvents} event
      set state = outcome.state, processed_at = ${clock.now().toISOString()}::timestamptz,
        replays = event.replays + ${replays},
        previous_tier = coalesce(event.previous_tier, outcome.previous_tier)
      from ${source} as outcome
      where event.sequence = outcome.sequence`);
  }
  return outcomes.filter(({ state }) => state === 'failed').length;
}

/**
 * Events of unknown types are stored and shown, but have no effect. Values that can't be read are left
 * out of the facts.
 */
function processEvent(event: InboxEventRow, log: Log): Outcome {
  const { sequence, teamId, memberId, factsAt } = event;
  if (!KNOWN_TYPES.includes(event.eventType)) {
    return { sequence, state: 'processed', facts: undefined };
  }
  const received = JSON.parse(event.data) as { member_info?: unknown };
  const info = read(webhookEventDataSchema, received)?.member_info;
  if (info === undefined && (received.member_info ?? null) !== null) {
    log.warn({ teamId, eventId: event.eventId }, 'webhook event could not be processed');
    return { sequence, state: 'failed', facts: undefined };
  }
  const memberInfo = JSON.stringify(info ?? null);
  const facts =
    memberId === null || event.isTest
      ? undefined
      : { teamId, memberId, sequence, factsAt, memberInfo };
  return { sequence, state: 'processed', facts };
}

/** The newest facts win, in whichever order and process the events are applied. */
async function upsertNewestFacts(tx: Queries, outcomes: Outcome[]): Promise<void> {
  const newest = new Map<string, MemberFacts>();
  for (const { facts } of outcomes) {
    if (!facts) continue;
    const key = `${facts.teamId} ${facts.memberId}`;
    const known = newest.get(key);
    if (!known || known.factsAt <= facts.factsAt) newest.set(key, facts);
  }
  if (newest.size === 0) return;
  // Sorted, so that concurrent processes lock rows in the same order and can't deadlock.
  const rows = [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, facts]) => facts);
  const { columns, source } = jsonRows(inboxMemberFacts, rows);
  await tx.execute(sql`
    insert into ${inboxMemberFacts} as known (${columns})
    select ${columns} from ${source} order by ordinality
    on conflict (team_id, member_id) do update set
      sequence = excluded.sequence, facts_at = excluded.facts_at, member_info = excluded.member_info
    where (excluded.facts_at, excluded.sequence) > (known.facts_at, known.sequence)`);
}
