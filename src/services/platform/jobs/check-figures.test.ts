import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { FIGURES, WRITE_FIGURES } from '#services/platform/database/figures/figures.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { createLog } from '#services/platform/log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { checkFigures } from './check-figures.ts';

const WRITERS = 8;
/** Each has a word of the search, so that the check reads the counts of words in two steps. */
const MEMBERS = 1_100;

describeBothStorages('derived figures', (context) => {
  const run = async <Row extends Record<string, unknown>>(text: string) =>
    (await context.db.execute<Row>(sql.raw(text))).rows;
  const count = async (table: string) =>
    Number(
      (await run<{ count: string }>(`select count(*)::text as count from ${table}`))[0]?.count,
    );

  beforeAll(async () => {
    for (const team of [1, 2]) {
      await run(`insert into loyalty_programs (id, partner_id, name, referral_base_url)
        overriding system value values (${team}, 'p-${team}', 'Test', 'https://shop.test/')`);
      await run(`insert into loyalty_connections (team_id, partner_id, api_key, webhook_secret)
        values (${team}, 'p-${team}', '', '')`);
      await run(`insert into loyalty_webhook_targets (id, program_id, url, encrypted_secret)
        overriding system value values (${team}, ${team}, '', '')`);
    }
  });
  beforeEach(async () => {
    const tables = [
      'loyalty_deliveries',
      'loyalty_members',
      'directory_members',
      'directory_states',
    ];
    for (const table of tables) await run(`delete from ${table}`);
    await run(
      `insert into directory_states (team_id, next_attempt_at) values (1, now()), (2, now())`,
    );
    for (const team of [1, 2]) await addMembers(team);
  });

  async function addMembers(team: number): Promise<void> {
    await run(`
      insert into loyalty_members (id, program_id, service_id, member_id, status, enrolled_at, modified_at,
        tier_period_start, referral_code, tags)
      overriding system value
      select ${team} * 10000 + i, ${team}, 's-${team}-' || i, 'M-' || i, 'active',
        timestamptz '2026-01-31 23:00Z' + i * interval '1 hour', now(), now(), 'r-${team}-' || i,
        case i % 3 when 0 then '{}' when 1 then '{vip,gold,vip}' else '{gold,vip}' end::text[]
      from generate_series(1, ${MEMBERS}) as i`);
    await run(`
      insert into loyalty_point_transactions (member_id, kind, points, occurred_at)
      select member.id, kind, 5, enrolled_at from loyalty_members as member,
        unnest(array['earned', 'redeemed', 'pending']) as kind where program_id = ${team}`);
    await run(`
      insert into directory_members (team_id, service_id, member_id, first_name, last_name, email_address,
        phone_number, status, points, point_totals, tags, enrolled_at, changed_at, name_key, words, traits,
        document, read_at)
      select ${team}, service_id, member_id, '', '', '', '', status, id % 40, '{"available": 5}', tags,
        enrolled_at, now(), '', array_to_tsvector(array['${team}:ada', '${team}:m' || id]),
        array['${team}:city=C' || id % 7, '${team}:~"size"=L'], '{}', now()
      from loyalty_members where program_id = ${team}`);
    await run(`
      insert into loyalty_deliveries (target_id, request_id, event_ids, state, next_attempt_at, created_at)
      select ${team}, service_id, '{}', case id % 3 when 0 then 'waiting' else 'delivered' end, now(), enrolled_at
      from loyalty_members where program_id = ${team}`);
  }

  test('follow inserts, updates and deletions, and leave no counter of nothing', async () => {
    await expectFigures(context.db);
    await run(`update loyalty_members set status = 'paused', tags = '{rare}' where id % 2 = 0`);
    await run(`update loyalty_members set deleted_at = now() where id % 5 = 0`);
    await run(`update loyalty_point_transactions set points = 7, remaining = 3 where id % 2 = 0`);
    await run(
      `update directory_members set points = points + 100, traits = '{}' where team_id = 1`,
    );
    await run(`delete from directory_members where points % 3 = 0`);
    await run(`update loyalty_deliveries set state = 'failed' where id % 5 = 0`);
    await run(`delete from loyalty_deliveries where state = 'waiting' and id % 2 = 0`);
    await expectFigures(context.db);
    await run('delete from loyalty_members where program_id = 1');
    await run('delete from directory_members where team_id = 1');
    await run('delete from loyalty_deliveries where target_id = 1');
    await expectFigures(context.db);
    for (const { table, key } of FIGURES) {
      expect(await count(`${table} where ${key[0]} = 1`), table).toBe(0);
      expect(await count(`${table} where ${key[0]} = 2`), table).toBeGreaterThan(0);
    }
  });

  test('go with their program or team', async () => {
    await context.db
      .transaction(async (tx) => {
        await tx.execute(sql`delete from directory_states where team_id = 1`);
        await tx.execute(sql`delete from loyalty_programs where id = 1`);
        await expectFigures(tx);
        throw new Error('roll back');
      })
      .catch((error: Error) => expect(error.message).toBe('roll back'));
    await expectFigures(context.db);
  });

  test('ignore what a process of an earlier version counts by itself', async () => {
    for (const { table, sums } of FIGURES) {
      // New in 0.3.0.
      if (table === 'loyalty_delivery_days') continue;
      const [first] = sums;
      await run(`update ${table} set ${first} = ${first} + 1`);
      await run(`insert into ${table} select * from ${table} limit 1`);
      await run(`delete from ${table}`);
    }
    await expectFigures(context.db);
  });

  test('are corrected by a check, which logs it, and changes nothing that is right', async () => {
    const check = async () => {
      const lines: string[] = [];
      const log = createLog('info', { write: (line) => void lines.push(line) });
      let steps = 0;
      for await (const _ of checkFigures({ db: context.db, log })) steps++;
      const logged = lines.map((line) => JSON.parse(line) as { table: string; mended: number });
      return { steps, logged: logged.map(({ table, mended }) => ({ table, mended })) };
    };
    expect((await check()).logged).toEqual([]);
    await context.db.transaction(async (tx) => {
      await tx.execute(sql.raw(WRITE_FIGURES));
      for (const { table, sums, key } of FIGURES) {
        const first = `(select ${key} from ${table} order by ${key} limit 1)`;
        await tx.execute(
          sql.raw(`update ${table} set ${sums[0]} = ${sums[0]} + 4 where row(${key}) = ${first}`),
        );
        const last = `(select ${key} from ${table} order by ${key.map((name) => `${name} desc`)} limit 1)`;
        await tx.execute(sql.raw(`delete from ${table} where row(${key}) = ${last}`));
      }
    });
    await expect(expectFigures(context.db)).rejects.toThrow();
    const { steps, logged } = await check();
    expect(logged).toEqual(FIGURES.map(({ table }) => ({ table, mended: 2 })));
    expect(steps).toBeGreaterThan(FIGURES.length * 6);
    await expectFigures(context.db);
    expect((await check()).logged).toEqual([]);
  });

  test('are right after eight writers at the same time, none of which fails', async () => {
    const write = (writer: number) =>
      context.db.transaction(async (tx) => {
        for (let step = 0; step < 2; step++) {
          // All of them change the same counters.
          const status = (step + writer) % 2 === 0 ? 'paused' : 'active';
          const set = `status = '${status}', tags = '{w${step}}'`;
          await tx.execute(sql.raw(`update loyalty_members set ${set} where id % 100 = ${writer}`));
          await tx.execute(
            sql.raw(
              `update directory_members set points = points + 9 where "row" % 100 = ${writer}`,
            ),
          );
        }
      });
    const rounds = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let round = 0; round < 2; round++) await write(writer);
    });
    await Promise.all(rounds);
    await expectFigures(context.db);
  }, 60_000);
});
