import { sql } from 'drizzle-orm';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { createWebhookTarget } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';

export const CRASH_SECRET = 'patron-demo-crash-secret';

/**
 * Fills an empty database with what sending and receiving need: team 1 with its inbox, and a program
 * that sends to all targets. A trigger adds a row to `crash_processed` each time an inbox event is
 * processed.
 */
export async function prepareCrashData(
  { db }: Storage,
  directory: string,
  targets: readonly string[],
): Promise<void> {
  const encryption = createEncryption(await openKeyring(directory));
  const { program } = await createProgram(db);
  for (const url of targets) {
    await createWebhookTarget(db, encryption, { programId: program.id, url, secret: CRASH_SECRET });
  }
  await saveLoyaltyConnection(db, encryption, 1, {
    baseUrl: undefined,
    partnerId: program.partnerId,
    apiKey: 'patron-demo-crash-key',
    webhookSecret: CRASH_SECRET,
  });
  await db.execute(sql`create table crash_processed (event_id text not null)`);
  await db.execute(sql`
    create function count_processed() returns trigger language plpgsql as $$
    begin
      insert into crash_processed values (new.event_id);
      return new;
    end $$`);
  await db.execute(sql`
    create trigger count_processed after update of state on inbox_events
    for each row when (new.state = 'processed') execute function count_processed()`);
}

/** Makes the attempts that died with their process due again. */
export async function makeAttemptsDue({ db }: Storage): Promise<void> {
  await db.execute(sql`
    update loyalty_deliveries set next_attempt_at = now() where state = 'waiting'`);
}

/** How many events are not yet sent, received and processed. */
export async function countUnfinished({ db }: Storage): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (select count(*) from loyalty_outbound_events where batched_at is null)::int
      + (select count(*) from loyalty_deliveries where state = 'waiting')::int
      + (select count(*) from inbox_events where state = 'pending')::int as count`);
  return one(rows).count;
}

interface InboxEvent {
  eventId: string;
  /** The campaign's name, for a campaign event. */
  campaign: string | null;
  state: string;
  /** How many times it was processed. */
  processed: number;
}

/** The inbox's events, and the number of the sender's deliveries by state. */
export async function readCrashResults({ db }: Storage) {
  const events = await db.execute<InboxEvent & Record<string, unknown>>(sql`
    select event_id as "eventId", state,
      data::jsonb #>> '{campaign_info,campaign_name}' as campaign,
      (select count(*)::int from crash_processed p where p.event_id = e.event_id) as processed
    from inbox_events e order by sequence`);
  const requests = await db.execute<{ state: string; requests: number }>(sql`
    select state, count(*)::int as requests from loyalty_deliveries group by state`);
  return {
    events: events.rows as InboxEvent[],
    requests: Object.fromEntries(requests.rows.map(({ state, requests }) => [state, requests])),
  };
}
