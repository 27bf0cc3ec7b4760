import type { Transaction } from '@electric-sql/pglite';
import type { Client } from 'pg';
import { openEmbeddedSource } from '#services/platform/database/embedded/embedded-source.ts';
import { listAppliedMigrations } from '#services/platform/database/migration/applied-migrations.ts';
import { listMigrations } from '#services/platform/database/migration/migrate.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import {
  listSequences,
  listTables,
  summarizeTable,
  type Table,
  type TableContents,
  TEXT_SETTINGS,
} from './contents.ts';
import { fillTarget } from './target.ts';

/** Of the rows that are in memory at the same time, unless one alone is longer. */
const BATCH_BYTES = 4_000_000;
const MAX_BATCH_ROWS = 10_000;

/** Called before each table, and after each batch of its rows. */
type OnProgress = (progress: { table: string; copied: number; rows: number }) => void;

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
): Promise<{ tables: number; rows: number; sequences: number }> {
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
      return fillTarget(url, migrations, (to) => copyContents(from, to, onProgress));
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
    await copyRows(from, to, table, contents, onProgress);
    const copied = await summarizeTable(to, table);
    if (copied.rows !== contents.rows || copied.checksum !== contents.checksum) {
      throw new OperatorError(
        `The copy of ${table.name} differs from the original; nothing was copied`,
      );
    }
    rows += contents.rows;
  }
  const sequences = await listSequences(from);
  for (const [name, next] of sequences) {
    // Unlike setval, this is undone when the transaction is.
    await to.query(`alter sequence ${name} restart with ${next}`);
  }
  return { tables: tables.length, rows, sequences: sequences.size };
}

/** Copies all values as text, in which nothing is lost: a JSON null differs from none, and all digits stay. */
async function copyRows(
  from: Transaction,
  to: Client,
  { name, columns }: Table,
  { rows, maxRowBytes }: TableContents,
  onProgress: OnProgress,
): Promise<void> {
  const names = columns.map((column) => column.name).join(', ');
  const insert = `
    insert into ${name} (${names}) overriding system value
    select ${columns.map((column) => `${column.name}::${column.type}`).join(', ')}
    from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as batch (${names})`;
  const batchRows = Math.max(
    1,
    Math.min(MAX_BATCH_ROWS, Math.floor(BATCH_BYTES / Math.max(1, maxRowBytes))),
  );
  await from.exec(
    `declare batches no scroll cursor for
     select ${columns.map((column) => `${column.name}::text`).join(', ')} from ${name}`,
  );
  for (let copied = 0; copied < rows; ) {
    onProgress({ table: name, copied, rows });
    const batch = await from.query<(string | null)[]>(`fetch ${batchRows} from batches`, [], {
      rowMode: 'array',
    });
    const values = columns.map((_, index) => batch.rows.map((row) => row[index]));
    await to.query({ text: insert, values });
    copied += batch.rows.length;
  }
  await from.exec('close batches');
}
