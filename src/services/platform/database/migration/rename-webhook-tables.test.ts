import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { migrateEmbedded, migratePostgres } from './migrate.ts';

type Query = (statement: string) => Promise<unknown[]>;
interface Journal {
  entries: { tag: string }[];
}

const RENAMED = {
  webhook_events: 'inbox_events',
  webhook_requests: 'inbox_deliveries',
  webhook_replays: 'inbox_replays',
  webhook_member_facts: 'inbox_member_facts',
  loyalty_webhook_events: 'loyalty_outbound_events',
  loyalty_webhook_requests: 'loyalty_deliveries',
  loyalty_webhook_attempts: 'loyalty_delivery_attempts',
};
const OLD_NAMES = '^(loyalty_)?webhook_(events|requests|replays|member_facts|attempts)';

/** A copy of the migrations that ends before the tables are renamed. */
function migrationsBefore(): string {
  const folder = temporaryDirectory();
  cpSync(fileURLToPath(new URL('../../migrations', import.meta.url)), folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as Journal;
  const end = journal.entries.findIndex(({ tag }) => tag === '0011_rename_webhook_tables');
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return folder;
}

const INSERT_OLD_ROWS = [
  `insert into webhook_requests (team_id, received_at, verdict, event_ids)
    values (1, now(), 'accepted', '{event-1}')`,
  `insert into webhook_events (team_id, event_id, event_type, data, facts_at,
      webhook_request_id, received_at, state)
    values (1, 'event-1', 'event_member_tierupgrade', '{}', now(), 1, now(), 'processed')`,
  `insert into webhook_member_facts values (1, 'M-1', 1, now(), '{}')`,
  `insert into webhook_replays (team_id, since, after_sequence, last_sequence, total, state, started_at)
    values (1, now(), 0, 1, 1, 'finished', now())`,
  `insert into loyalty_programs (partner_id, name, referral_base_url)
    values ('partner', 'Program', 'https://refer.example.com/')`,
  `insert into loyalty_webhook_targets (program_id, url, sealed_secret)
    values (1, 'https://hooks.example.com', 'encrypted')`,
  `insert into loyalty_webhook_events (program_id, event_id, event_type, data, created_at)
    values (1, 'event-1', 'event_member_tierupgrade', '{}', now())`,
  `insert into loyalty_webhook_requests (target_id, request_id, body, next_attempt_at, created_at)
    values (1, 'request-1', '{}', now(), now())`,
  `insert into loyalty_webhook_attempts (webhook_request_id, number, started_at)
    values (1, 1, now())`,
];

const INSERT_NEW_ROWS = [
  `insert into inbox_deliveries (team_id, received_at, verdict, event_ids)
    values (1, now(), 'accepted', '{}')`,
  `insert into inbox_events (team_id, event_id, event_type, data, facts_at, delivery_id,
      received_at, state)
    values (1, 'event-2', 'event_member_tierupgrade', '{}', now(), 2, now(), 'pending')`,
  `insert into loyalty_deliveries (target_id, request_id, body, next_attempt_at, created_at)
    values (1, 'request-2', '{}', now(), now())`,
  `insert into loyalty_delivery_attempts (delivery_id, number, started_at) values (2, 1, now())`,
];

/** Names of tables, indexes, sequences and constraints. */
const LIST_OLD_NAMES = `
  select relname as name from pg_class where relname ~ '${OLD_NAMES}'
  union select conname from pg_constraint where conname ~ '${OLD_NAMES}' and contype <> 'n'`;

async function readTables(query: Query, names: string[]): Promise<unknown[][][]> {
  const tables: unknown[][][] = [];
  for (const name of names) {
    const rows = await query(`select * from ${name}`);
    tables.push(rows.map((row) => Object.values(row as object)));
  }
  return tables;
}

async function checkRename(query: Query, migrate: () => Promise<void>): Promise<void> {
  for (const statement of INSERT_OLD_ROWS) await query(statement);
  const before = await readTables(query, Object.keys(RENAMED));
  expect(before.map((rows) => rows.length)).toEqual(Object.keys(RENAMED).map(() => 1));

  await migrate();
  const after = await readTables(query, Object.values(RENAMED));
  // Later migrations add columns at the end.
  const withOldColumns = after.map((rows, table) =>
    rows.map((row) => row.slice(0, before[table]?.[0]?.length)),
  );
  expect(withOldColumns).toEqual(before);
  expect(await query('select encrypted_secret from loyalty_webhook_targets')).toEqual([
    { encrypted_secret: 'encrypted' },
  ]);
  expect(await query(LIST_OLD_NAMES)).toEqual([]);

  for (const statement of INSERT_NEW_ROWS) await query(statement);
  await query('delete from loyalty_programs');
  expect(await query('select * from loyalty_delivery_attempts')).toEqual([]);
}

describe('renaming the webhook tables', () => {
  test('keeps the rows on PGlite', async () => {
    const client = new PGlite();
    onTestFinished(() => client.close());
    const db = drizzlePglite({ client });
    await migratePglite(db, { migrationsFolder: migrationsBefore() });
    await checkRename(
      async (statement) => (await client.query(statement)).rows,
      () => migrateEmbedded(db.$client),
    );
  }, 60_000);

  test.skipIf(!postgresUrl)(
    'keeps the rows on PostgreSQL',
    async () => {
      const { url, drop } = await createTestDatabase();
      const client = new Client({ connectionString: url });
      await client.connect();
      onTestFinished(async () => {
        await client.end();
        await drop();
      });
      await migrateNodePostgres(drizzlePostgres({ client }), {
        migrationsFolder: migrationsBefore(),
      });
      await checkRename(
        async (statement) => (await client.query(statement)).rows,
        () => migratePostgres(url),
      );
    },
    60_000,
  );
});
