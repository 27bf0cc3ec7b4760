import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listSequences, listTables } from '#services/platform/database/copy/contents.ts';
import { copyDatabase } from '#services/platform/database/copy/copy-database.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openEmbeddedSource } from '#services/platform/database/embedded/embedded-source.ts';
import type { Connection } from '#services/platform/database/migration/applied-migrations.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  postgresUrl,
  type TestDatabase,
} from '#services/platform/testing/test-database.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { confirmPassword, signInAsAdmin } from '#services/testing/demo-requests.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

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
      expect(stdout).toMatch(
        /^TABLES +\d\d\nROWS +\d{5,}\nSEQUENCES +\d+\nCORRECTED FIGURES +0\n$/,
      );

      const tables = await client.query(
        `select count(*)::int as count from information_schema.tables
         where table_schema = 'public' and table_name <> 'installed_versions'`,
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

  test(
    'is continued by a process on the copy: sessions, confirmed identities and encrypted keys',
    async () => {
      const directory = await demoDirectory();
      const before = await startPatronProcess({ PATRON_DATA_DIR: directory });
      const headers = await signInAsAdmin(before);
      const idToken = await confirmPassword(before, headers);
      before.kill('SIGTERM');
      await before.exited;
      const { url } = await createTarget(createTestDatabase);
      await copyDatabase(directory, url);

      const after = await startPatronProcess({
        ...{ PATRON_DATA_DIR: directory, DATABASE_URL: url, PATRON_DEMO: '1' },
        PORT: new URL(before.url).port,
      });
      const statusOf = async (path: string, method = 'GET') =>
        (await fetch(`${after.url}${path}`, { method, headers })).status;
      expect(await statusOf('/api/advocacy/v2/me')).toBe(200);
      // 403 if the id_token were invalid.
      const factor = '/api/advocacy/v2/authentication_factors/999999999';
      expect(await statusOf(`${factor}?id_token=${idToken}`, 'DELETE')).toBe(404);
      // With the key of the loyalty program, which is encrypted.
      const members = '/gateway/teams/1/loyalty/v2/loyalty/members?count=1';
      expect(await statusOf(members)).toBe(200);
    },
    3 * MINUTE_MS,
  );

  test(
    'that fails in the middle leaves the target empty and the source unchanged, and can be repeated',
    async () => {
      const directory = await demoDirectory();
      const source = await readSource(directory);
      const { url, client } = await createTarget(createTestDatabase);
      const interrupted = copyDatabase(directory, url, ({ table, copied }) => {
        if (table === 'public.loyalty_members' && copied > 0) throw new Error('interrupted');
      });
      await expect(interrupted).rejects.toThrow('interrupted');
      const contents = Object.entries(await readContents(client));
      const { sequences, ...tables } = Object.fromEntries(contents);
      expect(Object.values(tables).flat()).toEqual([]);
      for (const [, next] of sequences as [string, string][]) expect(next).toBe('1');
      expect(await readSource(directory)).toEqual(source);
      await copyDatabase(directory, url);
      expect(await readContents(client)).toEqual(source);
    },
    3 * MINUTE_MS,
  );

  test(
    'is rejected in one line without a source, while Patron runs, and for another target',
    async () => {
      const { url, client } = await createTarget(createMigratedDatabase);
      const reject = async (directory: string, reason: RegExp, target = url) => {
        const { code, stdout, stderr } = await copy(directory, target);
        expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^error: [^\n]+\n$/)]);
        expect(stderr).toMatch(reason);
      };
      const directory = temporaryDirectory();
      await reject(directory, /There is no embedded database/);
      const storage = await openEmbedded(directory);
      await reject(directory, /is in use/);
      await storage.close();
      await reject(directory, /can't be used/, 'postgres://patron:secret@127.0.0.1:1/none');

      await client.query("insert into teams (name) values ('Northwind')");
      await reject(directory, /public\.teams has rows/);
      await client.query('delete from teams');
      await client.query("update drizzle.__drizzle_migrations set hash = 'other' where id = 1");
      await reject(directory, /tables of another version/);

      const { client: source, close } = await openEmbeddedSource(directory);
      await source.query("update drizzle.__drizzle_migrations set hash = 'other' where id = 1");
      await close();
      await reject(directory, /of another version of Patron/);
    },
    2 * MINUTE_MS,
  );
});
