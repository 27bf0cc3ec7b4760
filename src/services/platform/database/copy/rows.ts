import type { Connection } from '#services/platform/database/migration/applied-migrations.ts';
import type { Table, TableContents } from './contents.ts';

/** The size of the rows that are in memory at the same time, unless one alone is longer. */
const BATCH_BYTES = 4_000_000;
const MAX_BATCH_ROWS = 10_000;

interface ParameterizedConnection {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/**
 * Reads the rows of a table in a transaction. All values are text, in which nothing is lost: a JSON null
 * differs from none, and all digits stay.
 * @returns batches of rows; each row is a JSON array of its values, in the order of the columns
 */
export async function* readRows(
  connection: Connection,
  { name, columns }: Table,
  { rows, maxRowBytes }: TableContents,
): AsyncGenerator<string[]> {
  const batchRows = Math.max(
    1,
    Math.min(MAX_BATCH_ROWS, Math.floor(BATCH_BYTES / Math.max(1, maxRowBytes))),
  );
  const values = columns.map((column) => `${column.name}::text`).join(', ');
  await connection.query(
    `declare batches no scroll cursor for select json_build_array(${values})::text as line from ${name}`,
  );
  for (let read = 0; read < rows; ) {
    const batch = await connection.query(`fetch ${batchRows} from batches`);
    yield (batch.rows as { line: string }[]).map(({ line }) => line);
    read += batch.rows.length;
  }
  await connection.query('close batches');
}

/** @param rows as `readRows` returns them */
export async function insertRows(
  connection: ParameterizedConnection,
  { name, columns }: Table,
  rows: readonly string[],
): Promise<void> {
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map(({ type }, index) => `(value ->> ${index})::${type}`).join(', ');
  await connection.query(
    `insert into ${name} (${names}) overriding system value
     select ${values} from jsonb_array_elements($1::jsonb) as batch (value)`,
    [`[${rows.join(',')}]`],
  );
}
