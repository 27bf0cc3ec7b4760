import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { seedLoyalty } from '#services/demo/seed/loyalty.ts';
import { memberCounters } from '#services/loyalty/members/member-counters-table.ts';
import { listKey, type MemberFilters } from '#services/loyalty/members/member-filters.ts';
import { createMembersCursor } from '#services/loyalty/members/members-cursor.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbedded } from '#services/platform/database/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import type { Figure } from './figure.ts';
import { summarise, time } from './statistics.ts';
import { createDatabase } from './temporary-database.ts';

const SUITE = 'members list';
const SEEDED = 5000;
const SIZES = [5000, 100_000];
const COUNT = 100;
const ROUNDS = 150;
const WARM_UP = 20;
const ACTIVE_MEMBERS = listKey(1, { member_status: 'active' } as MemberFilters);
const CREDENTIALS = { 'api-key': 'patron-demo-api-key', 'partner-id': 'patron-demo' };

/**
 * A page of 100 active members over HTTP against the bare query of the same rows on the same
 * connection: first and deep page, by number of members, on both databases.
 */
export async function benchMembersList(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const directory = mkdtempSync(join(tmpdir(), 'patron-bench-'));
  const embedded = await openEmbedded(directory);
  figures.push(...(await benchStorage('PGlite', embedded)));
  await embedded.close();
  rmSync(directory, { recursive: true, force: true });

  const database = await createDatabase();
  if (database) {
    const postgres = await openPostgres(database.url, silentLog);
    figures.push(...(await benchStorage('PostgreSQL', postgres)));
    await postgres.close();
    await database.drop();
  }
  return figures;
}

async function benchStorage(name: string, storage: Storage): Promise<Figure[]> {
  const service = await startLoyalty(storage);
  const { encryption, clock } = service.dependencies;
  const webhookUrl = 'http://127.0.0.1:9/';
  await seedLoyalty(storage.db, { now: clock.now(), encryption, webhookUrl });
  const figures: Figure[] = [];
  for (const size of SIZES) {
    await growTo(storage, size);
    figures.push(...(await benchSize(`${name}, ${size.toLocaleString('en')}`, storage, service)));
  }
  await service.close();
  return figures;
}

/** Copies the seeded members under new ids until the first program has as many. */
async function growTo({ db }: Storage, size: number): Promise<void> {
  const copies = size / SEEDED - 1;
  if (copies > 0) {
    const { id: _id, ...columns } = getTableColumns(members);
    const names = Object.values(columns).map(({ name }) => sql.identifier(name));
    const changed: Record<string, SQL> = {
      service_id: sql`md5(service_id || copy)`,
      member_id: sql`member_id || '-' || copy`,
      referral_code: sql`referral_code || '-' || copy`,
      unique_email: sql`null`,
      unique_phone: sql`null`,
    };
    const values = Object.values(columns).map(
      ({ name }) => changed[name] ?? sql`${sql.identifier(name)}`,
    );
    await db.execute(sql`
      insert into ${members} (${sql.join(names, sql`, `)})
      select ${sql.join(values, sql`, `)}
      from ${members} cross join generate_series(1, ${copies}::int) as copy where program_id = 1`);
  }
  await db.execute(sql`
    update ${memberCounters} set total =
      (select count(*) from ${members} where program_id = 1 and status = loyalty_member_counters.status)
    where program_id = 1`);
  await db.execute(sql`vacuum analyze ${members}`);
}

async function benchSize(
  name: string,
  { db }: Storage,
  { baseUrl, dependencies: { keyring } }: TestLoyalty,
): Promise<Figure[]> {
  const cursors = createMembersCursor(keyring);
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${members} where program_id = 1 and status = 'active'
    order by id desc offset ${COUNT * 2} limit 1`);
  const deepId = Number(rows[0]?.id);
  const pages = [
    { page: 'first page', afterId: 0, cursor: undefined },
    { page: 'deep page', afterId: deepId, cursor: cursors.encode(deepId, ACTIVE_MEMBERS) },
  ];
  const figures: Figure[] = [];
  for (const { page, afterId, cursor } of pages) {
    const url = `${baseUrl}/loyalty/members?count=${COUNT}${cursor ? `&start_cursor=${cursor}` : ''}`;
    const overHttp: number[] = [];
    const bare: number[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const http = await time(async () => (await fetch(url, { headers: CREDENTIALS })).text());
      const query = await time(() => db.execute(pageQuery(afterId)));
      if (round >= 0) {
        overHttp.push(http);
        bare.push(query);
      }
    }
    const [service, sqlOnly] = [summarise(overHttp), summarise(bare)];
    for (const share of ['p50', 'p99'] as const) {
      figures.push({
        suite: SUITE,
        name: `${name} members, ${page}, ${share}`,
        unit: 'ms',
        value: service[share],
        against: { name: 'bare SQL', value: sqlOnly[share] },
        budget: undefined,
      });
    }
  }
  return figures;
}

/** The rows that a page is made of, by the plainest query there is. */
function pageQuery(afterId: number): SQL {
  return sql`
    select member.*, tier.service_id as tier_service_id, tier.name as tier_name,
      referrer.referral_code, referrer.first_name, referrer.last_name
    from loyalty_members member
    left join loyalty_tiers tier on tier.id = member.tier_id
    left join loyalty_members referrer on referrer.id = member.referrer_id
    where member.program_id = 1 and member.status = 'active' and member.deleted_at is null
      and member.id > ${afterId}
    order by member.id limit ${COUNT + 1}`;
}
