import type { Transaction } from '@electric-sql/pglite';
import type { Client } from 'pg';
import { openEmbeddedSource } from '#services/platform/database/embedded/embedded-source.ts';
import { listAppliedMigrations } from '#services/platform/database/migration/applied-migrations.ts';
import { listMigrations } from '#services/platform/database/migration/migrate.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { listSequences, listTables, summarizeTable, TEXT_SETTINGS } from './contents.ts';
import { insertRows, readRows } from './rows.ts';
import { fillTarget, restartSequences } from './target.ts';

/** Called before each batch of rows. */
export type OnProgress = (progress: { table: string; copied: number; rows: number }) => void;

/**
 * Copies the embedded database, with all tables and sequences, into an empty PostgreSQL database, in one
 * transaction, which is committed if the checksums of all tables are equal. The source isn't changed.
 * @param directory the data directory
 * @throws {DataDirectoryError} if the data directory is in use
 * @throws {OperatorError | DatabaseUnavailableError} if one of the databases can't be used
 */
export async function copyDatabase(
  directory: string,
  url: string,
  onProgress: OnProgress = () => undefined,
): Promise<{ tables: number; rows: number; sequences: number; correctedFigures: number }> {
  const source = await openEmbeddedSource(directory);
  try {
    return await source.client.transaction(async (from) => {
      await from.exec(`set transaction read only; ${TEXT_SETTINGS}`);
      const migrations = await listAppliedMigrations(from);
      if (migrations.join() !== listMigrations().join()) {
        throw new OperatorError(
          `The database in ${directory} is of another version of Patron. Start and stop this version without DATABASE_URL, or copy with the version that ran last`,
        );
      }
      const fill = (to: Client) => copyContents(from, to, onProgress);
      const { result, corrected } = await fillTarget(url, migrations, fill);
      return { ...result, correctedFigures: corrected };
    });
  } finally {
    await source.close();
  }
}

async function copyContents(from: Transaction, to: Client, onProgress: OnProgress) {
  const tables = await listTables(from);
  let rows = 0;
  for (const table of tables) {
    const contents = await summarizeTable(from, table);
    let copiedRows = 0;
    for await (const batch of readRows(from, table, contents)) {
      onProgress({ table: table.name, copied: copiedRows, rows: contents.rows });
      await insertRows(to, table, batch);
      copiedRows += batch.length;
    }
    const copied = await summarizeTable(to, table);
    if (copied.rows !== contents.rows || copied.checksum !== contents.checksum) {
      throw new OperatorError(
        `The copy of ${table.name} differs from the original; nothing was copied`,
      );
    }
    rows += contents.rows;
  }
  const sequences = await listSequences(from);
  await restartSequences(to, sequences);
  return { tables: tables.length, rows, sequences: sequences.size };
}
