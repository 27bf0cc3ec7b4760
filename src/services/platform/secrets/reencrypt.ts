import { and, asc, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database, Queries } from '#services/platform/database/database.ts';
import type { EncryptedColumn } from './encrypted-column.ts';
import { createEncryption, type Encryption } from './encryption.ts';
import type { Keyring } from './keyring.ts';

/** Rows are read in batches and written one by one, to keep locks short. */
const BATCH = 200;

/** The result for one column. */
export interface Reencryption {
  /** `table.column` */
  column: string;
  /** Values that now use the newest key. */
  reencrypted: number;
  /** Values that no key can decrypt; they are unchanged. */
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
 * Re-encrypts values with the newest key in use. Other processes may read and write them at the same
 * time: a value that changes in between is left alone. It is safe to stop and repeat.
 */
export async function reencrypt(
  db: Database,
  keyring: Pick<Keyring, 'encryption' | 'codes'>,
  columns: readonly EncryptedColumn[],
): Promise<Reencryption[]> {
  const encryption = createEncryption(keyring);
  const done: Reencryption[] = [];
  for (const column of columns) done.push(await reencryptColumn(db, keyring, encryption, column));
  return done;
}

async function reencryptColumn(
  db: Database,
  keyring: Pick<Keyring, 'encryption' | 'codes'>,
  encryption: Encryption,
  column: EncryptedColumn,
): Promise<Reencryption> {
  const outcome = { column: column.name, reencrypted: 0, unreadable: 0 };
  let after: EncryptedRow['key'] | undefined;
  for (;;) {
    const rows = await readBatch(db, column, keyring.encryption[0]?.id ?? '', after);
    for (const row of rows) {
      const result = await reencryptRow(db, encryption, column, row);
      if (result !== 'changed') outcome[result] += 1;
    }
    if (rows.length < BATCH) return outcome;
    after = rows.at(-1)?.key;
  }
}

/** The next rows, by key, whose values are encrypted with another key than the current one. */
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
): Promise<'reencrypted' | 'unreadable' | 'changed'> {
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
  return rows.length > 0 ? 'reencrypted' : 'changed';
}

/** Decrypts every value in the columns, and counts those that no key decrypts. */
export async function countDecrypted(
  db: Database,
  keyring: Pick<Keyring, 'encryption' | 'codes'>,
  columns: readonly EncryptedColumn[],
): Promise<{ decrypted: number; unreadable: number }> {
  const encryption = createEncryption(keyring);
  const counts = { decrypted: 0, unreadable: 0 };
  for (const column of columns) {
    for (let after: EncryptedRow['key'] | undefined, size = BATCH; size === BATCH; ) {
      const rows = await readBatch(db, column, '', after);
      for (const { value, context } of rows) {
        try {
          encryption.decrypt(value, context);
          counts.decrypted += 1;
        } catch {
          counts.unreadable += 1;
        }
      }
      size = rows.length;
      after = rows.at(-1)?.key;
    }
  }
  return counts;
}

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

/** The ids of all keys that values in the columns are encrypted with. */
export async function listKeyIds(
  db: Queries,
  columns: readonly EncryptedColumn[],
): Promise<string[]> {
  const ids = new Set<string>();
  for (const column of columns) {
    const rows = await db
      .selectDistinct({ id: sql<string>`${keyIdOf(column)}` })
      .from(column.table)
      .where(isNotNull(column.value));
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}
