import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { loyalty } from '#services/loyalty/loyalty.ts';
import { createWebhookTarget } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import { createServer } from '#services/platform/http/server.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring, type Keyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { seedLoyalty, updateDemoWebhookUrl } from './loyalty.ts';

const clock = createTestClock();

describeBothStorages('demo loyalty programs', (storage) => {
  let keyring: Keyring;

  beforeAll(async () => {
    keyring = await createKeyring();
    await seedLoyalty(storage.db, {
      now: clock.now(),
      encryption: createEncryption(keyring),
      webhookUrl: 'http://localhost:4180/gateway/teams/1/webhooks/loyalty',
    });
  }, 60_000);

  const rows = async (query: ReturnType<typeof sql>) => (await storage.db.execute(query)).rows;

  test('have the documented numbers of members, activities and tiers', async () => {
    const counts = await rows(sql`
      select partner_id,
        (select count(*)::int from loyalty_members where program_id = p.id) as members,
        (select count(*)::int from loyalty_activities where program_id = p.id) as activities,
        (select count(*)::int from loyalty_tiers where program_id = p.id) as tiers,
        (select sum(total)::int from loyalty_member_counters where program_id = p.id) as counted
      from loyalty_programs p order by id`);
    expect(counts).toEqual([
      { partner_id: 'patron-demo', members: 5000, activities: 40, tiers: 4, counted: 5000 },
      { partner_id: 'patron-demo-2', members: 300, activities: 40, tiers: 4, counted: 300 },
    ]);
  });

  test('have keys that the audit log can name', async () => {
    expect(
      await rows(sql`select name, last_four from loyalty_api_keys order by program_id`),
    ).toEqual([
      { name: 'Demo', last_four: '-key' },
      { name: 'Demo', last_four: 'ey-2' },
    ]);
  });

  test('deliver to the current inbox address and keep webhooks that an operator added', async () => {
    await createWebhookTarget(storage.db, createEncryption(keyring), {
      programId: 1,
      url: 'http://127.0.0.1:4199/hook',
      secret: 'an-own-secret',
    });
    await updateDemoWebhookUrl(
      storage.db,
      'http://127.0.0.1:4280/gateway/teams/1/webhooks/loyalty',
    );
    expect(await rows(sql`select url from loyalty_webhook_targets order by id`)).toEqual([
      { url: 'http://127.0.0.1:4280/gateway/teams/1/webhooks/loyalty' },
      { url: 'http://127.0.0.1:4199/hook' },
    ]);
  });

  test('have points that match the ledger', async () => {
    const differing = await rows(sql`
      select m.member_id from loyalty_members m
      left join (
        select member_id,
          sum(points) filter (where kind in ('earned', 'approved')) as earned,
          sum(points) filter (where kind = 'expired') as expired,
          sum(points) filter (where kind = 'deducted') as deducted,
          sum(points) filter (where kind = 'redeemed') as redeemed,
          sum(remaining) as remaining
        from loyalty_point_transactions group by member_id
      ) ledger on ledger.member_id = m.id
      where (m.points_earned, m.points_expired, m.points_deducted, m.points_redeemed, m.available_points)
        is distinct from (coalesce(earned, 0), coalesce(expired, 0), coalesce(deducted, 0),
          coalesce(redeemed, 0), coalesce(remaining, 0))`);
    expect(differing).toEqual([]);
  });

  test('have points that the rules of their activities give', async () => {
    const [seen] = await rows(sql`
      with done as (
        select t.*, a.activity_id as name, a.points_config, a.approval_method, a.is_active
        from loyalty_point_transactions t join loyalty_activities a on a.id = t.activity_id)
      select
        count(*) filter (where points_config->>'points_computation_type' = 'fixed_points'
          and points <> (points_config->>'points')::int)::int as wrong,
        count(*) filter (where points_config->>'points_computation_type' <> 'fixed_points'
          and name <> 'purchase')::int as multiplied,
        count(*) filter (where (kind = 'pending') <> (approval_method = 'manual'))::int as approved,
        count(*) filter (where not is_active)::int as inactive,
        count(distinct name)::int as activities
      from done`);
    expect(seen).toEqual({ wrong: 0, multiplied: 0, approved: 0, inactive: 0, activities: 10 });
    const repeated = await rows(sql`
      select t.member_id from loyalty_point_transactions t
      join loyalty_activities a on a.id = t.activity_id and a.activity_id <> 'purchase'
      group by t.member_id, t.activity_id having count(*) > 1`);
    expect(repeated).toEqual([]);
  });

  test('have varied tiers, referrals, expiring points, and inactive members', async () => {
    const [seen] = await rows(sql`
      select count(distinct tier_id)::int as tiers,
        count(referrer_id)::int > 100 as referred,
        count(expiration_schedule)::int > 100 as expiring,
        count(*) filter (where status = 'blocked') between 50 and 160 as blocked,
        count(*) filter (where status = 'opted_out') between 50 and 160 as opted_out,
        max(enrolled_at) > ${new Date(clock.now().getTime() - 7 * 86_400_000).toISOString()} as recent
      from loyalty_members where program_id = (select min(id) from loyalty_programs)`);
    expect(seen).toEqual({
      tiers: 4,
      referred: true,
      expiring: true,
      blocked: true,
      opted_out: true,
      recent: true,
    });
  });

  test('have members of every kind', async () => {
    const [seen] = await rows(sql`
      select
        count(*) filter (where pending_points > 0) > 0 as pending,
        count(*) filter (where points_redeemed > 0) > 0 as redeemed,
        count(*) filter (where points_deducted > 0) > 0 as deducted,
        count(*) filter (where points_expired > 0) > 0 as expired,
        count(*) filter (where purchases = 0) > 0 as without_purchase,
        count(*) filter (where purchases > 0 and revenue > 0) > 0 as with_purchases,
        count(*) filter (where email_address = '') > 0 as without_email,
        count(*) filter (where phone_number = '') > 0 as without_phone,
        count(*) filter (where tags = '{}') > 0 as without_tags,
        count(*) filter (where email_subscription_status = 'unsubscribed') > 0 as unsubscribed,
        count(*) filter (where birthdate like '%/1904' or birthdate like '1904-%') > 0 as yearless,
        count(*) filter (where birthdate like '%T00:00:00Z') > 0 as iso_birthdates,
        count(distinct regexp_replace(last_purchase_date, '[0-9]', '9', 'g')) as purchase_formats,
        array(select distinct jsonb_typeof(value) from loyalty_members m,
          jsonb_each(m.custom_attributes) where m.program_id = 1 order by 1) as attributes
      from loyalty_members where program_id = 1`);
    expect(seen).toEqual({
      pending: true,
      redeemed: true,
      deducted: true,
      expired: true,
      without_purchase: true,
      with_purchases: true,
      without_email: true,
      without_phone: true,
      without_tags: true,
      unsubscribed: true,
      yearless: true,
      iso_birthdates: true,
      // A number on PGlite, text on PostgreSQL.
      purchase_formats: expect.toSatisfy((formats) => Number(formats) === 3),
      attributes: ['array', 'number', 'string'],
    });
  });

  test('accept the demo keys', async () => {
    const server = createServer(silentLog);
    const dependencies = {
      db: storage.db,
      clock,
      log: silentLog,
      keyring,
      encryption: createEncryption(keyring),
    };
    await server.register(async (app) => loyalty(app, dependencies));
    const response = await server.inject({
      url: '/loyalty/members/M-000001?idParam=member_id',
      headers: { 'api-key': 'patron-demo-api-key', 'partner-id': 'patron-demo' },
    });
    expect(response.json()).toMatchObject({ success: true, data: { member_id: 'M-000001' } });
  });
});
