import { getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A column of encrypted values, described so that key rotation can re-encrypt them. */
export interface EncryptedColumn {
  /** `table.column`, for the operator. */
  name: string;
  table: PgTable;
  /** The primary key. */
  key: PgColumn;
  /** Null, or a value from `Encryption`. */
  value: PgColumn;
  /** The columns that determine the context. */
  parts: Readonly<Record<string, PgColumn>>;
  contextOf(parts: Readonly<Record<string, unknown>>): string;
}

type PartsOf<Columns extends Readonly<Record<string, PgColumn>>> = {
  [Name in keyof Columns]: Columns[Name]['_']['data'];
};

export function encryptedColumn<const Columns extends Readonly<Record<string, PgColumn>>>(column: {
  table: PgTable;
  key: PgColumn;
  value: PgColumn;
  parts: Columns;
  contextOf(parts: PartsOf<Columns>): string;
}): EncryptedColumn {
  return {
    ...column,
    name: `${getTableName(column.table)}.${column.value.name}`,
    contextOf: (parts) => column.contextOf(parts as PartsOf<Columns>),
  };
}
