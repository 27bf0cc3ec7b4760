import { spawnSync } from 'node:child_process';
import fs, {
  chmodSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { openEmbedded } from './embedded.ts';

let directory: string;
beforeEach(async () => {
  directory = await migratedDirectory();
});

/** Records the paths that Node's fsync is called for until the test ends. */
function watchFsync(): string[] {
  const synced: string[] = [];
  const fsync = fs.fsyncSync;
  const replace = (replacement: typeof fsync) => {
    fs.fsyncSync = replacement;
    syncBuiltinESMExports();
  };
  replace((descriptor) => {
    synced.push(readlinkSync(`/proc/self/fd/${descriptor}`));
    fsync(descriptor);
  });
  onTestFinished(() => replace(fsync));
  return synced;
}

// Only Linux can resolve file descriptors.
test.runIf(process.platform === 'linux')(
  'a commit resolves after the write-ahead log is synced, also in a transaction, and a read syncs nothing',
  async () => {
    const synced = watchFsync();
    const { db, close } = await openEmbedded(directory);
    onTestFinished(close);
    const writeAheadLog = expect.stringContaining(join(directory, 'database/pg_wal/'));
    synced.length = 0;
    await db.execute("insert into teams (name) values ('kept')");
    expect(synced).toContainEqual(writeAheadLog);

    await db.transaction(async (tx) => {
      await tx.execute("insert into teams (name) values ('also kept')");
      synced.length = 0;
    });
    expect(synced).toContainEqual(writeAheadLog);

    await db.execute('select * from teams');
    synced.length = 0;
    await db.execute('select * from teams');
    expect(synced).toEqual([]);
  },
);

// Only Linux can resolve file descriptors.
test.runIf(process.platform === 'linux')(
  'a new database is a copy of an empty one, also after an interruption',
  async () => {
    const other = temporaryDirectory();
    // What an interrupted copy left.
    mkdirSync(join(other, 'database.unfinished/base'), { recursive: true });
    writeFileSync(join(other, 'database.unfinished/PG_VERSION'), '1');
    const synced = watchFsync();
    for (const name of [directory, other]) {
      rmSync(join(name, 'database'), { recursive: true, force: true });
      const { db, close } = await openEmbedded(name);
      const { rows } = await db.execute('select name from teams');
      expect(rows).toEqual([]);
      await db.execute("insert into teams (name) values ('mine')");
      await close();
    }
    expect(synced).toContain(join(other, 'database.unfinished/PG_VERSION'));
    expect(readdirSync(other)).not.toContain('database.unfinished');
    expect(statSync(join(other, 'database')).mode & 0o777).toBe(0o700);
  },
);

test('a second process cannot open the same directory and fails with one clear line', async () => {
  const storage = await openEmbedded(directory);
  const script = `
    const { openEmbedded } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)});
    await openEmbedded(${JSON.stringify(directory)}).catch((error) => {
      console.log(error.message);
      process.exit(3);
    });`;
  const second = spawnSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(second.status).toBe(3);
  expect(second.stdout.trim()).toBe(
    `The data directory ${directory} is in use by another process; stop it, or set PATRON_DATA_DIR to another directory`,
  );
  await storage.close();
});

test('committed data survives when the process is killed', async () => {
  const script = `
    const { openEmbedded } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)});
    const { db } = await openEmbedded(${JSON.stringify(directory)});
    await db.execute("insert into teams (name) values ('kept')");
    process.kill(process.pid, 'SIGKILL');`;
  const first = spawnSync('node', ['--input-type=module', '-e', script]);
  expect(first.signal).toBe('SIGKILL');

  const storage = await openEmbedded(directory);
  const { rows } = await storage.db.execute('select name from teams');
  expect(rows).toEqual([{ name: 'kept' }]);
  await storage.close();
});

test('writes are rejected while the disk is nearly full, reads are not, and it recovers by itself', async () => {
  let freeBytes = 1024 ** 3;
  const { db, ping, close } = await openEmbedded(directory, { readFreeBytes: () => freeBytes });
  onTestFinished(close);
  const insert = () => db.execute("insert into teams (name) values ('kept')");
  await insert();
  freeBytes = 63 * 1024 ** 2;
  await vi.waitFor(() => expect(insert()).rejects.toSatisfy(isDatabaseUnavailable));
  await expect(db.transaction(insert)).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(ping()).rejects.toSatisfy(isDatabaseUnavailable);
  const stored = (await db.execute('select name from teams')).rows.length;
  freeBytes = 1024 ** 3;
  await vi.waitFor(insert);
  expect((await db.execute('select name from teams')).rows).toHaveLength(stored + 1);
});

test('only the owner may enter the directory of the database', async () => {
  chmodSync(join(directory, 'database'), 0o755);
  const { close } = await openEmbedded(directory);
  await close();
  expect(statSync(join(directory, 'database')).mode & 0o777).toBe(0o700);
});
