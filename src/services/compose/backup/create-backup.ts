import { copyFileSync, createWriteStream, existsSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { erasureListPath } from '#services/compose/personal-data/erasure-list.ts';
import type { Clock } from '#services/platform/clock.ts';
import {
  listSequences,
  listTables,
  summarizeTable,
} from '#services/platform/database/copy/contents.ts';
import type { OnProgress } from '#services/platform/database/copy/copy-database.ts';
import { readRows } from '#services/platform/database/copy/rows.ts';
import { type Location, readDatabase } from '#services/platform/database/copy/source.ts';
import type { Connection } from '#services/platform/database/migration/applied-migrations.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { keysPath } from '#services/platform/secrets/keys-file.ts';
import { getKeys } from '#services/platform/secrets/open-keyring.ts';
import { VERSION } from '#services/platform/version.ts';
import { backupFiles, type Manifest } from './backup-files.ts';

type Contents = Pick<Manifest, 'tables' | 'sequences'>;

/**
 * Writes a consistent copy of the database, and its keys, into a new folder. The services may run.
 * @throws {OperatorError | DataDirectoryError | DatabaseUnavailableError} if something can't be read
 */
export async function createBackup(
  location: Location,
  folder: string,
  { clock, onProgress }: { clock: Clock; onProgress: OnProgress },
): Promise<Manifest> {
  if (existsSync(folder)) throw new OperatorError(`${folder} exists; name a new folder`);
  const { dataDirectory } = location;
  getKeys(dataDirectory);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const files = backupFiles(unfinished);
    const createdAt = clock.now().toISOString();
    const { migrations, result } = await readDatabase(location, (connection) =>
      writeRows(connection, files.rows, onProgress),
    );
    // After the database, which may have values of keys that were added in the meantime.
    copyFileSync(keysPath(dataDirectory), files.keys);
    const erasures = erasureListPath(dataDirectory);
    if (existsSync(erasures)) copyFileSync(erasures, files.erasures);
    const manifest: Manifest = {
      format: 1,
      version: VERSION,
      created_at: createdAt,
      migrations,
      ...result,
    };
    writeFileSync(files.manifest, `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(unfinished, folder);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeRows(
  connection: Connection,
  file: string,
  onProgress: OnProgress,
): Promise<Contents> {
  const contents: Contents = { tables: [], sequences: [] };
  await pipeline(
    async function* () {
      for (const table of await listTables(connection)) {
        const summary = await summarizeTable(connection, table);
        const { rows, checksum } = summary;
        contents.tables.push({ ...table, rows, checksum });
        let copied = 0;
        for await (const batch of readRows(connection, table, summary)) {
          onProgress({ table: table.name, copied, rows });
          yield `${batch.join('\n')}\n`;
          copied += batch.length;
        }
      }
    },
    createGzip(),
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
  contents.sequences = [...(await listSequences(connection))];
  return contents;
}
