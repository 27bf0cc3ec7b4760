import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runInTest } from '#services/admin/testing/start-admin.ts';
import { restoreBackup } from '#services/compose/backup/restore-backup.ts';
import { openDeploymentKeyring } from '#services/compose/open-deployment-keyring.ts';
import { openStorage } from '#services/compose/open-storage.ts';
import {
  listSequences,
  listTables,
  summarizeTable,
} from '#services/platform/database/copy/contents.ts';
import { readDatabase } from '#services/platform/database/copy/source.ts';
import type { Connection } from '#services/platform/database/migration/applied-migrations.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestDatabase, postgresUrl } from '#services/platform/testing/test-database.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { createDemoDatabase, demoDirectory } from '#services/testing/demo-data.ts';

const MINUTE_MS = 60_000;

interface Deployment {
  dataDirectory: string;
  databaseUrl?: string;
}

async function embeddedDemo(): Promise<Deployment> {
  return { dataDirectory: await demoDirectory() };
}

async function postgresDemo(): Promise<Deployment> {
  const { url, directory, drop } = await createDemoDatabase();
  onTestFinished(drop);
  return { dataDirectory: directory, databaseUrl: url };
}

async function emptyPostgres(): Promise<Deployment> {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  return { dataDirectory: temporaryDirectory(), databaseUrl: url };
}

/** A few rows of one table, and the keys. */
async function smallDeployment(): Promise<Deployment> {
  const dataDirectory = await migratedDirectory();
  const storage = await openStorage({ dataDirectory, databaseUrl: undefined }, silentLog);
  await openDeploymentKeyring({ dataDirectory }, storage, silentLog);
  await storage.db.execute(sql`insert into teams (name) values ('Northwind')`);
  await storage.close();
  return { dataDirectory };
}

function backup(command: string, { dataDirectory, databaseUrl }: Deployment) {
  const environment = readEnvironment({
    PATRON_DATA_DIR: dataDirectory,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  const open = () => Promise.reject(new Error('It opens what it needs itself'));
  return runInTest(['backup', ...command.split(' ')], { environment, open });
}

async function succeed(command: string, deployment: Deployment): Promise<string> {
  const { code, stdout, stderr } = await backup(command, deployment);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

async function messageOf(command: string, deployment: Deployment): Promise<string> {
  const { code, stderr } = await backup(command, deployment);
  expect(code, stderr).toBe(0);
  return stderr;
}

async function fail(command: string, deployment: Deployment): Promise<string> {
  const { code, stdout, stderr } = await backup(command, deployment);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^error: [^\n]+\n$/)]);
  return stderr;
}

/** The number of rows of each table with their checksum, and the sequences. */
async function readContents(connection: Connection) {
  const contents: Record<string, unknown> = {};
  for (const table of await listTables(connection)) {
    contents[table.name] = await summarizeTable(connection, table);
  }
  return { ...contents, sequences: [...(await listSequences(connection))] };
}

const contentsOf = async (deployment: Deployment) =>
  (await readDatabase(deployment, readContents)).result;

/** Two rows with characters that end a line elsewhere, and an erasure. */
async function addTeams({ dataDirectory, databaseUrl }: Deployment): Promise<void> {
  const storage = await openStorage({ dataDirectory, databaseUrl }, silentLog);
  await storage.db.execute(sql`insert into teams (name) values (${'A\u2028\nB'}), (${'C\r"\\'})`);
  await storage.close();
  const entry = { receipt: 'er_1', requested_at: '2026-11-01T00:00:00.000Z', digests: [] };
  writeFileSync(join(dataDirectory, 'erasures.jsonl'), `${JSON.stringify(entry)}\n`);
}

describe('backup', () => {
  const kinds = [
    ['embedded', 'embedded', embeddedDemo, async () => ({ dataDirectory: temporaryDirectory() })],
    ...(postgresUrl
      ? ([
          ['PostgreSQL', 'PostgreSQL', postgresDemo, emptyPostgres],
          ['embedded', 'PostgreSQL', embeddedDemo, emptyPostgres],
        ] as const)
      : []),
  ] as const;
  test.each(kinds)(
    'of the %s database is verified, and restored into the %s one with its keys and erasures',
    async (_from, _to, createSource, createTarget) => {
      const source = await createSource();
      await addTeams(source);
      const folder = join(temporaryDirectory(), 'backup');
      expect(await succeed(`create ${folder}`, source)).toMatch(/^ROWS +\d{5,}$/m);
      expect(readdirSync(folder).sort()).toEqual(
        ['backup.json', 'database.jsonl.gz', 'erasures.jsonl', 'keys.json'].sort(),
      );
      expect(await succeed(`verify ${folder}`, source)).toMatch(/^DECRYPTED +[1-9]\d*$/m);

      const target = await createTarget();
      const later = { receipt: 'er_2', requested_at: '2026-11-02T00:00:00.000Z', digests: [] };
      writeFileSync(join(target.dataDirectory, 'erasures.jsonl'), `${JSON.stringify(later)}\n`);
      await succeed(`restore ${folder}`, target);
      expect(await contentsOf(target)).toEqual(await contentsOf(source));
      for (const name of ['er_1', 'er_2']) {
        const list = readFileSync(join(target.dataDirectory, 'erasures.jsonl'), 'utf8');
        expect(list).toContain(name);
      }
      const { dataDirectory } = target;
      const storage = await openStorage({ databaseUrl: undefined, ...target }, silentLog);
      await openDeploymentKeyring({ dataDirectory }, storage, silentLog);
      await expectFigures(storage.db);
      await storage.close();
      const before = await contentsOf(target);
      expect(await fail(`restore ${folder}`, target)).toMatch(/There is a database|isn't empty/);
      expect(await contentsOf(target)).toEqual(before);
    },
    5 * MINUTE_MS,
  );

  test(
    'of an embedded database that is in use has all that was committed, and leaves no copy behind',
    async () => {
      const source = await smallDeployment();
      const storage = await openStorage({ databaseUrl: undefined, ...source }, silentLog);
      onTestFinished(() => storage.close());
      const folder = join(temporaryDirectory(), 'backup');
      await storage.db.execute(sql`insert into teams (name) values ('First')`);
      let isCreated = false;
      const create = async () => {
        const variables = { PATRON_DATA_DIR: source.dataDirectory };
        const command = `npm run admin -- backup create ${folder}`;
        const { code } = await runAdminProcess(command, { variables });
        isCreated = true;
        expect(code).toBe(0);
      };
      const writePairs = async () => {
        while (!isCreated) {
          await storage.db.transaction(async (tx) => {
            await tx.execute(sql`insert into teams (name) values ('Pair')`);
            await tx.execute(sql`insert into teams (name) values ('Pair')`);
          });
          await setImmediate();
        }
      };
      await Promise.all([create(), writePairs()]);
      const rows = gunzipSync(readFileSync(join(folder, 'database.jsonl.gz'))).toString();
      expect(rows).toContain('"First"');
      const pairs = rows.match(/"Pair"/g)?.length ?? 0;
      expect(pairs).toBeGreaterThan(0);
      expect(pairs % 2).toBe(0);
      expect(readdirSync(source.dataDirectory).join()).not.toContain('snapshot');
      await succeed(`verify ${folder}`, source);
    },
    5 * MINUTE_MS,
  );

  test.each(
    postgresUrl
      ? ([
          ['embedded', async () => ({ dataDirectory: temporaryDirectory() })],
          ['PostgreSQL', emptyPostgres],
        ] as const)
      : ([['embedded', async () => ({ dataDirectory: temporaryDirectory() })]] as const),
  )(
    'is restored into the %s database by a second try, at whichever step the first one failed',
    async (_kind, createTarget: () => Promise<Deployment>) => {
      const source = await smallDeployment();
      await addTeams(source);
      const folder = join(temporaryDirectory(), 'backup');
      await succeed(`create ${folder}`, source);
      const restore = (target: Deployment, onProgress?: () => void) =>
        restoreBackup(folder, { databaseUrl: undefined, ...target }, onProgress);
      const expectRestored = async (target: Deployment) => {
        expect(await contentsOf(target)).toEqual(await contentsOf(source));
        const { dataDirectory } = target;
        const files = readdirSync(dataDirectory);
        expect(files).toEqual(expect.arrayContaining(['erasures.jsonl', 'keys.json']));
        expect(files.join()).not.toContain('unfinished');
        const keys = readFileSync(join(dataDirectory, 'keys.json'), 'utf8');
        expect(keys).toBe(readFileSync(join(source.dataDirectory, 'keys.json'), 'utf8'));
      };

      // The directory can't be created.
      const blocked = await createTarget();
      const file = join(blocked.dataDirectory, 'file');
      writeFileSync(file, '');
      await expect(
        restore({ ...blocked, dataDirectory: join(file, 'directory') }),
      ).rejects.toThrow();
      await restore(blocked);
      await expectRestored(blocked);

      // Copying stops in the middle.
      const interrupted = await createTarget();
      const stop = () => {
        throw new Error('stopped');
      };
      await expect(restore(interrupted, stop)).rejects.toThrow('stopped');
      expect(readdirSync(interrupted.dataDirectory)).not.toContain('keys.json');
      await restore(interrupted);
      await expectRestored(interrupted);

      // The database is complete, but the list of erasures can't be written, nor can the keys get their name.
      for (const name of ['erasures.jsonl', 'keys.json']) {
        const filled = await createTarget();
        const obstacle = join(filled.dataDirectory, name);
        const obstruct = () => void mkdirSync(join(obstacle, 'in-the-way'), { recursive: true });
        await expect(restore(filled, obstruct), name).rejects.toThrow();
        rmSync(obstacle, { recursive: true });
        await restore(filled);
        await expectRestored(filled);
        await expect(restore(filled)).rejects.toThrow(/There is a database|isn't empty/);
        await expectRestored(filled);
      }
    },
    5 * MINUTE_MS,
  );

  test(
    'is said to be newer than the list of erasures, and to bring back who was erased after it',
    async () => {
      const source = await smallDeployment();
      await addTeams(source);
      const folder = join(temporaryDirectory(), 'backup');
      await succeed(`create ${folder}`, source);
      expect(await messageOf(`verify ${folder}`, source)).toContain('erase one member again');
      const later = { receipt: 'er_9', requested_at: '2026-11-09T00:00:00.000Z', digests: [] };
      const list = join(source.dataDirectory, 'erasures.jsonl');
      writeFileSync(list, `${readFileSync(list, 'utf8')}${JSON.stringify(later)}\n`);
      expect(await messageOf(`verify ${folder}`, source)).toContain('erase 2 members again');
      const without = { dataDirectory: temporaryDirectory() };
      expect(await messageOf(`restore ${folder}`, without)).toContain('one older than the backup');
      const current = { dataDirectory: temporaryDirectory() };
      copyFileSync(list, join(current.dataDirectory, 'erasures.jsonl'));
      const message = await messageOf(`restore ${folder}`, current);
      expect(message).not.toContain('older than the backup');
    },
    5 * MINUTE_MS,
  );

  test(
    'that is damaged, incomplete, of another version or without its keys is rejected in one line',
    async () => {
      const source = await smallDeployment();
      const folder = join(temporaryDirectory(), 'backup');
      await succeed(`create ${folder}`, source);
      expect(await fail(`create ${folder}`, source)).toContain('exists');
      const target = { dataDirectory: temporaryDirectory() };
      const rejectWith = async (file: string, content: string | Buffer, reason: RegExp) => {
        const path = join(folder, file);
        const original = readFileSync(path);
        writeFileSync(path, content);
        expect(await fail(`verify ${folder}`, target)).toMatch(reason);
        writeFileSync(path, original);
      };
      const zipped = readFileSync(join(folder, 'database.jsonl.gz'));
      const changed = gunzipSync(zipped).toString().replace('Northwind', 'Southwind');
      await rejectWith('database.jsonl.gz', zipped.subarray(0, zipped.length / 2), /damaged/);
      await rejectWith('database.jsonl.gz', gzipSync(changed), /has other rows/);
      const manifest = readFileSync(join(folder, 'backup.json'), 'utf8');
      const migrations = /"migrations": \[\s*"/;
      await rejectWith('backup.json', manifest.replace(migrations, '$&0'), /is of Patron \d/);
      await rejectWith('backup.json', '{}', /can't be read/);

      const other = { dataDirectory: temporaryDirectory() };
      const keys = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'));
      keys.encryption[0].id = 'other';
      writeFileSync(join(other.dataDirectory, 'keys.json'), JSON.stringify(keys));
      expect(await fail(`restore ${folder}`, other)).toContain("don't include those of the backup");
      expect(existsSync(join(other.dataDirectory, 'database'))).toBe(false);
      await rejectWith('keys.json', JSON.stringify(keys), /are not this database's/);

      rmSync(join(folder, 'backup.json'));
      expect(await fail(`verify ${folder}`, target)).toContain('no complete backup');
      expect(readdirSync(target.dataDirectory)).toEqual([]);
    },
    5 * MINUTE_MS,
  );
});
