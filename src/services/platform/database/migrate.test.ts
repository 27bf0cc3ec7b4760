import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeStorages } from '../testing/storages.ts';
import { migratePostgres } from './migrate.ts';

describeStorages('the migrations', (context) => {
  test('are applied when the store is open', async () => {
    const { rows } = await context.db.execute(sql`select count(*) as people from users`);
    expect(Number(rows[0]?.people)).toBe(0);
  });

  test('are safe when several processes start at once', async () => {
    const { url } = context;
    if (url === undefined) return;
    await Promise.all(Array.from({ length: 5 }, () => migratePostgres(url)));
    const { rows } = await context.db.execute(
      sql`select count(*) = count(distinct hash) as once from drizzle.__drizzle_migrations`,
    );
    expect(rows).toEqual([{ once: true }]);
  });
});
