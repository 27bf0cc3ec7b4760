import { and, asc, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#services/platform/database/database.ts';
import type { EncryptedColumn } from './encrypted-column.ts';
import { createEncryption, type Encryption } from './encryption.ts';
import type { Keyring } from './keyring.ts';

/** So many are read at once; each is written by itself, and holds up nobody. */
const BATCH = 200;

/** What came of encrypting a column anew. */
export interface Reencryption {
  /** Table and column. */
  column: string;
  /** Values that are encrypted with the newest key now. */
  reencrypted: number;
  /** Values that no key opens; they stay as they were. */
  unreadable: number;
}

interface EncryptedRow {
  key: string | number;
  value: string;
  context: string;
}

/** The id of the key that a column's value is encrypted with. */
const keyIdOf = ({ value }: EncryptedColumn): SQL => sql`split_part(${value}, '.', 1)`;

/**
 * Encrypts with the newest key in use what is encrypted with others, a batch at a time. Processes
 * may read and write the values meanwhile: one that was written since it was read is left as it is.
 * Stopped half-way, every value is under the one key or the other, and repeating this does the rest.
 */
export async function reencrypt(
  db: Database,
  keyring: Pick<Keyring, 'encryption'>,
  columns: readonly EncryptedColumn[],
): Promise<Reencryption[]> {
  const encryption = createEncryption(keyring);
  const done: Reencryption[] = [];
  for (const column of columns) done.push(await reencryptColumn(db, keyring, encryption, column));
  return done;
}

async function reencryptColumn(
  db: Database,
  keyring: Pick<Keyring, 'encryption'>,
  encryption: Encryption,
  column: EncryptedColumn,
): Promise<Reencryption> {
  const outcome = { column: column.name, reencrypted: 0, unreadable: 0 };
  let after: EncryptedRow['key'] | undefined;
  for (;;) {
    const rows = await readBatch(db, column, keyring.encryption[0]?.id ?? '', after);
    for (const row of rows) {
      const result = await reencryptRow(db, encryption, column, row);
      if (result !== 'changed meanwhile') outcome[result] += 1;
    }
    if (rows.length < BATCH) return outcome;
    after = rows.at(-1)?.key;
  }
}

/** The next rows, in the order of their keys, whose values are encrypted with another key. */
async function readBatch(
  db: Database,
  column: EncryptedColumn,
  currentId: string,
  after: EncryptedRow['key'] | undefined,
): Promise<EncryptedRow[]> {
  const { table, key, value, parts, contextOf } = column;
  const rows = await db
    .select({ key, value, ...parts })
    .from(table)
    .where(
      and(
        isNotNull(value),
        ne(keyIdOf(column), currentId),
        after === undefined ? undefined : gt(key, after),
      ),
    )
    .orderBy(asc(key))
    .limit(BATCH);
  return rows.map((row) => ({
    key: row.key as EncryptedRow['key'],
    value: row.value as string,
    context: contextOf(row),
  }));
}

async function reencryptRow(
  db: Database,
  encryption: Encryption,
  { table, key, value }: EncryptedColumn,
  row: EncryptedRow,
): Promise<'reencrypted' | 'unreadable' | 'changed meanwhile'> {
  let encrypted: string;
  try {
    encrypted = encryption.encrypt(encryption.decrypt(row.value, row.context), row.context);
  } catch {
    return 'unreadable';
  }
  const { rows } = await db.execute(sql`
    update ${table} set ${sql.identifier(value.name)} = ${encrypted}
    where ${key} = ${row.key} and ${value} = ${row.value}
    returning 1`);
  return rows.length > 0 ? 'reencrypted' : 'changed meanwhile';
}

/** How many values of the columns are encrypted with the keys of these ids. */
export async function countEncryptedWith(
  db: Database,
  columns: readonly EncryptedColumn[],
  keyIds: readonly string[],
): Promise<number> {
  let values = 0;
  for (const column of columns) {
    values += await db.$count(column.table, inArray(keyIdOf(column), [...keyIds]));
  }
  return values;
}
