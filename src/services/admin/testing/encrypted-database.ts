import { sql } from 'drizzle-orm';
import type { Storage } from '#services/platform/database/database.ts';
import type { EncryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { rotateKeys } from '#services/platform/secrets/rotate-keys.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { fillEncryptedColumns } from '#services/testing/fill-encrypted-columns.ts';
import { startAdmin } from './start-admin.ts';

/** A data directory with keys, and a database in which every encrypted column is filled. */
export async function createEncryptedDatabase(storage: Storage) {
  const { db } = storage;
  const empty = () =>
    db.execute(
      sql`truncate teams, users, domains, messages, local_authorities, acme_accounts,
        loyalty_connections, loyalty_programs restart identity cascade`,
    );
  await empty();
  const dataDirectory = temporaryDirectory();
  const clock = createTestClock();
  const keyring = await openKeyring(dataDirectory, { clock });
  const encryption = createEncryption(keyring);
  const admin = await startAdmin(storage, { clock, encryption }, { dataDirectory, keyring });
  const filled = await fillEncryptedColumns({ db, clock, keyring });

  return {
    dataDirectory,
    clock,
    keyring,
    admin,
    ...filled,
    empty,
    rotate: () => rotateKeys(dataDirectory, { clock }),

    /** Decrypts every value of a column. @throws if no key decrypts one of them. */
    async decryptAll({ table, value, parts, contextOf }: EncryptedColumn): Promise<string[]> {
      const later = createTestClock();
      later.advance(10 * 86_400);
      const opened = createEncryption(await openKeyring(dataDirectory, { clock: later }));
      const rows = await db.select({ value, ...parts }).from(table);
      return rows.map((row) => opened.decrypt(row.value as string, contextOf(row))).sort();
    },

    /** All columns of the database that have a value starting with the ID of an encryption key. */
    async columnsWithKey(keyId = ''): Promise<string[]> {
      const { rows } = await db.execute<{ place: string; found: boolean }>(sql`
        select format('%I.%I', table_name, column_name) as place,
          (xpath('//found/text()', query_to_xml(format(
            'select exists (select from %I where starts_with(%I, %L)) as found',
            table_name, column_name, ${`${keyId}.`}::text), true, true, '')))[1]::text = 'true' as found
        from information_schema.columns
        where table_schema = 'public' and data_type = 'text'`);
      return rows.flatMap(({ place, found }) => (found ? [place] : [])).sort();
    },
  };
}
