import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbedded } from './embedded.ts';
import { SyncedFilesystem } from './synced-filesystem.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'patron-database-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('a commit is answered after the write-ahead log was synced, a read syncs nothing', async () => {
  const synced: string[] = [];
  const filesystem = new SyncedFilesystem(join(directory, 'database'), (path) => synced.push(path));
  const client = new PGlite({ fs: filesystem });
  await client.exec('create table notes (text text)');

  synced.length = 0;
  await client.query("insert into notes values ('kept')");
  expect(synced.filter((path) => path.includes('/pg_wal/'))).not.toEqual([]);

  await client.query('select * from notes');
  synced.length = 0;
  await client.query('select * from notes');
  expect(synced).toEqual([]);
  await client.close();
});

test('a second process that opens the same directory ends with one clear line', async () => {
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

test('what was committed is there after the process was killed', async () => {
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
