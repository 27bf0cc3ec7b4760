import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createMigratedDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { openPostgres } from './postgres.ts';

describe.skipIf(!postgresUrl)('a transaction on PostgreSQL', () => {
  async function open() {
    const { url, drop } = await createMigratedDatabase();
    onTestFinished(drop);
    const storage = await openPostgres(url, silentLog);
    onTestFinished(() => storage.close());
    await storage.db.execute(sql`insert into teams (name) values ('a'), ('b')`);
    return storage.db;
  }

  test('is repeated after a deadlock', async () => {
    const db = await open();
    let [locked, attempts] = [0, 0];
    const both = Promise.withResolvers<void>();
    const rename = (first: string, second: string) =>
      db.transaction(async (tx) => {
        attempts += 1;
        await tx.execute(sql`update teams set name = name where name = ${first}`);
        locked += 1;
        if (locked === 2) both.resolve();
        await both.promise;
        await tx.execute(sql`update teams set name = name where name = ${second}`);
        return `${first}${second}`;
      });
    expect(await Promise.all([rename('a', 'b'), rename('b', 'a')])).toEqual(['ab', 'ba']);
    // On a busy machine they may meet again.
    expect(attempts).toBeGreaterThan(2);
  });

  test('is repeated if a row changed since it began, and fails the sixth time', async () => {
    const db = await open();
    let attempts = 0;
    const change = (rounds: number) =>
      db.transaction(
        async (tx) => {
          attempts += 1;
          await tx.execute(sql`select 1 from teams`);
          if (attempts <= rounds) await db.execute(sql`update teams set name = name`);
          await tx.execute(sql`update teams set name = name`);
        },
        { isolationLevel: 'repeatable read' },
      );
    await change(5);
    expect(attempts).toBe(6);
    attempts = 0;
    await expect(change(6)).rejects.toThrow();
    expect(attempts).toBe(6);
  });

  test('that fails otherwise is not repeated', async () => {
    const db = await open();
    let attempts = 0;
    const work = db.transaction(async (tx) => {
      attempts += 1;
      await tx.execute(sql`select 1 / 0`);
    });
    await expect(work).rejects.toThrow();
    expect(attempts).toBe(1);
  });
});
