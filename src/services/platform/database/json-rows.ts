import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * Rows as one JSON parameter instead of a parameter for each value, for statements that write many
 * rows: several times faster, and not limited to 65,535 parameters.
 * @param rows at least one; all with the same properties
 * @returns `columns` to name in a statement, and `source` for its `from`: these columns, and
 *   `ordinality`, which is the position in the list
 */
export function jsonRows<Table extends PgTable, Row extends Partial<Table['$inferSelect']>>(
  table: Table,
  rows: readonly Row[],
): { columns: SQL; source: SQL } {
  const tableColumns: Record<string, PgColumn> = getTableColumns(table);
  const columns = Object.keys(rows[0] ?? {}).map((key) => {
    const column = tableColumns[key];
    if (!column) throw new Error(`The table has no column for ${key}`);
    // A serial column is an integer with a default.
    return { key, name: column.name, type: column.getSQLType().replace('serial', 'int') };
  });
  const list = rows.map((row) =>
    Object.fromEntries(columns.map(({ key, name }) => [name, toJson(row[key as keyof Row])])),
  );
  const types = columns.map(({ name, type }) => sql`${sql.identifier(name)} ${sql.raw(type)}`);
  return {
    columns: sql.join(
      columns.map(({ name }) => sql.identifier(name)),
      sql`, `,
    ),
    source: sql`rows from (
      json_to_recordset(${JSON.stringify(list)}::json) as (${sql.join(types, sql`, `)})
    ) with ordinality`,
  };
}

function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
