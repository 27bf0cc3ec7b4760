import { copyFileSync, createReadStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isListOlder, mergeErasureLists } from '#services/compose/personal-data/erasure-list.ts';
import { createDataDirectory, lockDataDirectory } from '#services/platform/data-directory.ts';
import { listTables, summarizeTable } from '#services/platform/database/copy/contents.ts';
import type { OnProgress } from '#services/platform/database/copy/copy-database.ts';
import { fillEmbedded } from '#services/platform/database/copy/embedded-target.ts';
import { insertRows } from '#services/platform/database/copy/rows.ts';
import { type Location, readDatabase } from '#services/platform/database/copy/source.ts';
import { fillTarget, restartSequences } from '#services/platform/database/copy/target.ts';
import { FIGURES } from '#services/platform/database/figures/figures.ts';
import type { Connection } from '#services/platform/database/migration/applied-migrations.ts';
import { listMigrations } from '#services/platform/database/migration/migrate.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { keysPath, readKeys } from '#services/platform/secrets/keys-file.ts';
import { VERSION } from '#services/platform/version.ts';
import { backupFiles, type Manifest, readManifest } from './backup-files.ts';

type Target = Parameters<typeof insertRows>[0] & Parameters<typeof summarizeTable>[0];

/** Of the rows that are inserted by one statement. */
const BATCH_CHARS = 4_000_000;
const MAX_BATCH_ROWS = 10_000;

export interface RestoredBackup {
  manifest: Manifest;
  /** Derived figures that differed from their rows. */
  correctedFigures: number;
  /** Whether the data directory had no list of erasures, or one without some of the backup's. */
  isErasureListOlder: boolean;
}

/**
 * Restores a backup into an empty database and its data directory. The keys get their name last: if it fails, the
 * database is as before, or has no keys yet. The next try then continues.
 * @throws {OperatorError} if the backup is incomplete, damaged or of another version, or there is something
 * at the target
 */
export async function restoreBackup(
  folder: string,
  location: Location,
  onProgress: OnProgress = () => undefined,
): Promise<RestoredBackup> {
  const { dataDirectory, databaseUrl } = location;
  const manifest = readManifest(folder);
  const { migrations, version } = manifest;
  if (migrations.join() !== listMigrations().join()) {
    throw new OperatorError(
      `The backup is of Patron ${version}, and this is ${VERSION}; restore it with the version that created it`,
    );
  }
  requireSameKeys(folder, dataDirectory);
  createDataDirectory(dataDirectory);
  const { keys, erasures } = backupFiles(folder);
  const isErasureListOlder = isListOlder(dataDirectory, erasures);
  const ownKeys = keysPath(dataDirectory);
  const unfinishedKeys = join(dataDirectory, 'keys.unfinished.json');
  const hasKeys = existsSync(ownKeys);
  const isFilled = existsSync(unfinishedKeys) && (await holdsBackup(manifest, location));
  let correctedFigures = 0;
  if (!isFilled) {
    copyFileSync(keys, unfinishedKeys);
    const fill = (to: Target) => fillFrom(folder, manifest, to, onProgress);
    try {
      const { corrected } =
        databaseUrl === undefined
          ? await restoreEmbedded(dataDirectory, fill)
          : await fillTarget(databaseUrl, migrations, fill);
      correctedFigures = corrected;
    } catch (error) {
      // After another error, the database may be complete.
      if (error instanceof OperatorError) await rm(unfinishedKeys);
      throw error;
    }
  }
  mergeErasureLists(erasures, dataDirectory);
  if (hasKeys) await rm(unfinishedKeys);
  else await rename(unfinishedKeys, ownKeys);
  return { manifest, correctedFigures, isErasureListOlder };
}

/** Whether an earlier try filled the database. Its derived figures may have been corrected. */
async function holdsBackup({ tables }: Manifest, location: Location): Promise<boolean> {
  const figures = new Set(FIGURES.map(({ table }) => `public.${table}`));
  const compare = async (connection: Connection) => {
    for (const table of tables) {
      if (figures.has(table.name)) continue;
      const { rows, checksum } = await summarizeTable(connection, table);
      if (rows !== table.rows || checksum !== table.checksum) return false;
    }
    return true;
  };
  try {
    return (await readDatabase(location, compare)).result;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

/** The data directory may have later keys, which include those of the backup. */
function requireSameKeys(folder: string, dataDirectory: string): void {
  const present = readKeys(keysPath(dataDirectory));
  const ids = present?.encryption.map(({ id }) => id);
  const needed = readKeys(backupFiles(folder).keys)?.encryption ?? [];
  if (ids && !needed.every(({ id }) => ids.includes(id))) {
    throw new OperatorError(
      `The keys in ${keysPath(dataDirectory)} don't include those of the backup; set PATRON_DATA_DIR to an empty directory`,
    );
  }
}

/** The database appears when it is complete. */
async function restoreEmbedded(
  directory: string,
  fill: (to: Target) => Promise<void>,
): Promise<{ corrected: number }> {
  const database = join(directory, 'database');
  const unlock = lockDataDirectory(directory);
  const unfinished = join(directory, 'restore.unfinished');
  try {
    if (existsSync(database)) {
      throw new OperatorError(
        `There is a database in ${directory}; set PATRON_DATA_DIR to another directory, or move ${database} away`,
      );
    }
    await rm(unfinished, { recursive: true, force: true });
    const { corrected } = await fillEmbedded(unfinished, fill);
    await rename(join(unfinished, 'database'), database);
    return { corrected };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    unlock();
  }
}

/** @throws {OperatorError} if the rows differ from those that the backup was made of */
async function fillFrom(
  folder: string,
  { tables, sequences }: Manifest,
  to: Target,
  onProgress: OnProgress,
): Promise<void> {
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join();
  const damaged = (reason: string) =>
    new OperatorError(`The backup in ${folder} is damaged (${reason}); nothing was restored`);
  if (names(await listTables(to)) !== names(tables)) throw damaged('it has other tables');
  const lines = readLines(backupFiles(folder).rows, (error) => damaged(error.message));
  for (const table of tables) {
    const { name, rows, checksum } = table;
    for (let copied = 0; copied < rows; ) {
      onProgress({ table: name, copied, rows });
      const batch = await nextBatch(lines, rows - copied);
      if (batch.length === 0) throw damaged(`rows of ${name} are missing`);
      await insertRows(to, table, batch);
      copied += batch.length;
    }
    const restored = await summarizeTable(to, table);
    if (restored.rows !== rows || restored.checksum !== checksum) {
      throw damaged(`${name} has other rows`);
    }
  }
  await restartSequences(to, sequences);
}

/** Not `node:readline`, which also ends lines at U+2028 and U+2029, and these are part of values. */
async function* readLines(
  file: string,
  toError: (error: Error) => OperatorError,
): AsyncGenerator<string, undefined> {
  let rest = '';
  try {
    const unzipped = createGunzip().setEncoding('utf8');
    // The loop below throws the same errors.
    pipeline(createReadStream(file), unzipped).catch(() => undefined);
    for await (const text of unzipped) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw error instanceof Error ? toError(error) : error;
  }
}

async function nextBatch(
  lines: AsyncGenerator<string, undefined>,
  maxRows: number,
): Promise<string[]> {
  const batch: string[] = [];
  for (let chars = 0; chars < BATCH_CHARS && batch.length < Math.min(maxRows, MAX_BATCH_ROWS); ) {
    const { value } = await lines.next();
    if (value === undefined) break;
    batch.push(value);
    chars += value.length;
  }
  return batch;
}
