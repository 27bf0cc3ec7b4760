import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { seedLoyalty } from '#services/demo/seed/loyalty/loyalty.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { seedWebhooks } from './webhooks.ts';

const now = new Date('2026-03-18T12:00:00Z');
const SECRET = 'patron-demo-webhook-secret';

describeStorages('demo webhooks', (storage) => {
  beforeAll(async () => {
    const encryption = createEncryption(await createKeyring());
    await seedLoyalty(storage.db, { now, encryption, webhookUrl: 'http://localhost:4180/hook' });
    await saveLoyaltyConnection(storage.db, encryption, 1, {
      baseUrl: undefined,
      partnerId: 'patron-demo',
      apiKey: 'patron-demo-api-key',
      webhookSecret: SECRET,
    });
    await seedWebhooks(storage.db, {
      now,
      log: silentLog,
      encryption,
      teamId: 1,
      partnerId: 'patron-demo',
      secret: SECRET,
    });
  }, 60_000);

  const rows = async (query: ReturnType<typeof sql>) => (await storage.db.execute(query)).rows;

  test('reach the inbox with every outcome of a delivery', async () => {
    const verdicts = await rows(sql`
      select verdict, count(*)::int as requests from inbox_deliveries
      where team_id = 1 group by verdict order by verdict`);
    expect(verdicts).toEqual([
      { verdict: 'accepted', requests: 28 },
      { verdict: 'bad_signature', requests: 2 },
      { verdict: 'duplicate', requests: 3 },
      { verdict: 'malformed', requests: 1 },
      { verdict: 'stale', requests: 2 },
      { verdict: 'too_large', requests: 1 },
    ]);
  });

  test('are from the last nine days, in chronological order', async () => {
    const [seen] = await rows(sql`
      select count(*)::int > 40 as many, count(distinct event_type)::int as types,
        count(distinct member_id)::int > 20 as members,
        bool_and(state = 'processed') as processed,
        max(received_at) between ${iso(-3600)} and ${iso(0)} as recent,
        min(received_at) > ${iso(-9 * 86_400)} as bounded
      from inbox_events`);
    expect(seen).toEqual({
      many: true,
      types: 3,
      members: true,
      processed: true,
      recent: true,
      bounded: true,
    });
    const bySequence = await rows(sql`select event_id from inbox_events order by sequence`);
    const byTime = await rows(sql`
      select event_id from inbox_events order by received_at, sequence`);
    expect(bySequence).toEqual(byTime);
  });

  test("are in the program's log, with nothing left to send", async () => {
    const [sent] = await rows(sql`
      select (select count(*)::int from loyalty_deliveries where state = 'delivered') as delivered,
        (select count(*)::int from loyalty_deliveries where state <> 'delivered') as others,
        (select count(*)::int from loyalty_delivery_attempts) as attempts,
        (select count(*)::int from loyalty_outbound_events e
          where not exists (select from inbox_events w where w.event_id = e.event_id)) as lost`);
    expect(sent).toEqual({ delivered: 28, others: 0, attempts: 31, lost: 0 });
    const [durations] = await rows(sql`
      select min(extract(epoch from ended_at - started_at))::float8 as shortest,
        max(extract(epoch from ended_at - started_at)) filter (where status = 200)::float8 as longest
      from loyalty_delivery_attempts`);
    expect(durations?.shortest).toBeGreaterThanOrEqual(0.03);
    expect(durations?.longest).toBeLessThan(0.2);
  });
});

function iso(seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}
