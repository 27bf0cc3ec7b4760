import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type Connection,
  listSequences,
  listTables,
} from '#services/platform/database/copy/contents.ts';
import { openEmbeddedSource } from '#services/platform/database/embedded/embedded-source.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  postgresUrl,
  type TestDatabase,
} from '#services/platform/testing/test-database.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';

const MINUTE_MS = 60_000;
const COMMAND = 'npm run admin -- database copy';

describe.skipIf(!postgresUrl)('database copy', () => {
  async function createTarget(create: () => Promise<TestDatabase>) {
    const { url, drop } = await create();
    onTestFinished(drop);
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return { url, client };
  }

  const copy = (directory: string, url: string) =>
    runAdminProcess(COMMAND, { variables: { PATRON_DATA_DIR: directory, DATABASE_URL: url } });

  /** All rows of all tables, and what the sequences return next. */
  async function readContents(connection: Connection) {
    await connection.query("set timezone = 'UTC'");
    const contents: Record<string, unknown> = {};
    for (const { name } of await listTables(connection)) {
      const { rows } = await connection.query(`select t::text as row from ${name} t`);
      contents[name] = (rows as { row: string }[]).map(({ row }) => row).sort();
    }
    return { ...contents, sequences: [...(await listSequences(connection))] };
  }

  async function readSource(directory: string) {
    const { client, close } = await openEmbeddedSource(directory);
    const contents = await readContents(client);
    await close();
    return contents;
  }

  async function readForeignKeys(client: Client) {
    const { rows } = await client.query(
      "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2",
    );
    return rows;
  }

  test(
    'copies every table and sequence, and leaves the source and the keys as they were',
    async () => {
      const directory = await demoDirectory();
      const source = await readSource(directory);
      const { url, client } = await createTarget(createTestDatabase);
      const { code, stdout, stderr } = await copy(directory, url);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/^All rows [^\n]+Next: [^\n]+\n$/)]);
      expect(stdout).toMatch(/^TABLES +6\d\nROWS +\d{5,}\nSEQUENCES +\d+\n$/);

      const tables = await client.query(
        "select count(*)::int as count from information_schema.tables where table_schema = 'public'",
      );
      expect(Object.keys(source)).toHaveLength(tables.rows[0].count + 1);
      expect(await readContents(client)).toEqual(source);
      expect(await readSource(directory)).toEqual(source);
      expect(readdirSync(directory)).toContain('keys.json');
      const { client: migrated } = await createTarget(createMigratedDatabase);
      expect(await readForeignKeys(client)).toEqual(await readForeignKeys(migrated));
    },
    3 * MINUTE_MS,
  );
});
