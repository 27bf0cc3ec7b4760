import { getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A column of encrypted values, described so that they can be encrypted anew where they are. */
export interface EncryptedColumn {
  /** Table and column, as the operator finds them. */
  name: string;
  table: PgTable;
  /** The primary key. */
  key: PgColumn;
  /** Null, or what `Encryption` made. */
  value: PgColumn;
  /** What of a row its context is made of. */
  parts: Readonly<Record<string, PgColumn>>;
  /** The context of a row's value, from its parts. */
  contextOf(parts: Readonly<Record<string, unknown>>): string;
}

type PartsOf<Columns extends Readonly<Record<string, PgColumn>>> = {
  [Name in keyof Columns]: Columns[Name]['_']['data'];
};

/** Describes a column of encrypted values; `parts` are the columns that its context is made of. */
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
