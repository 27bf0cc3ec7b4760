import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { vacuumEmbedded } from './vacuum-embedded.ts';

const ROWS = 500;
const ROUNDS = 20;

describe('vacuuming the embedded database', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openEmbeddedCopy();
  });
  afterAll(() => storage.close());

  const run = (statement: SQL) => storage.db.execute(statement);
  async function vacuumAll() {
    while (await vacuumEmbedded(storage.db, true));
  }
  async function sizeOf(table: string): Promise<number> {
    const { rows } = await storage.db.execute<{ bytes: number }>(
      sql`select pg_total_relation_size(${table}::regclass)::int as bytes`,
    );
    return rows[0]?.bytes ?? 0;
  }

  test('keeps a table and its indexes at the same size over thousands of updates', async () => {
    await run(sql`create table items (id int primary key, changes int, filler text)`);
    await run(sql`create index on items (changes)`);
    await run(
      sql`insert into items select n, n, repeat('x', 300) from generate_series(1, ${sql.raw(`${ROWS}`)}) n`,
    );
    const sizes: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await run(sql`update items set changes = changes + 1`);
      await vacuumAll();
      sizes.push(await sizeOf('items'));
    }
    expect(Math.max(...sizes)).toBeLessThan(1.1 * (sizes[2] ?? 0));
  });

  test('vacuums a table after many inserts, as autovacuum does', async () => {
    const insert = (count: number) =>
      run(sql`insert into events select generate_series(1, ${sql.raw(`${count}`)})`);
    const countVacuums = async () => {
      const { rows } = await run(
        sql`select vacuum_count::int as count from pg_stat_user_tables where relname = 'events'`,
      );
      return rows[0]?.count;
    };
    await run(sql`create table events (value int)`);
    await insert(1500);
    await vacuumAll();
    expect(await countVacuums()).toBe(1);
    await insert(1000);
    await vacuumAll();
    expect(await countVacuums()).toBe(1);
    await insert(1000);
    await vacuumAll();
    expect(await countVacuums()).toBe(2);
  });

  test('leaves tables alone that have changed little', async () => {
    await run(sql`update items set filler = '' where id % 10 = 0`);
    expect(await vacuumEmbedded(storage.db, true)).toBeUndefined();
  });

  test('lets a large table wait for a moment without requests, but not for ever', async () => {
    await run(sql`create table large (value int, filler text storage external)`);
    await run(sql`insert into large select n, repeat('x', 6000) from generate_series(1, 3000) n`);
    await vacuumAll();
    await run(sql`update large set value = value + 1 where value % 2 = 0`);
    expect(await vacuumEmbedded(storage.db, false)).toBeUndefined();
    expect(await vacuumEmbedded(storage.db, true)).toBe('large');
    await run(sql`update large set value = value + 1`);
    await run(sql`update large set value = value + 1`);
    expect(await vacuumEmbedded(storage.db, false)).toBe('large');
  });
});
