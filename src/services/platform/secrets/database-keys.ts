import { inArray, sql } from 'drizzle-orm';
import type { Clock } from '#services/platform/clock.ts';
import { DataDirectoryError } from '#services/platform/data-directory.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import type { EncryptedColumn } from './encrypted-column.ts';
import { encryptionKeys } from './encryption-keys-table.ts';
import type { Keyring } from './keyring.ts';
import { keysPath, readKeys } from './keys-file.ts';
import { openKeyring } from './open-keyring.ts';
import { listKeyIds } from './reencrypt.ts';

/** An arbitrary constant that all processes share. */
const KEYS_LOCK = 4_180_003;
/** How often a process registers the key that it encrypts with. */
const REGISTRATION_MS = 30_000;

/** The keys of a data directory don't belong to the database; the message is one line for the operator. */
export class ForeignKeysError extends DataDirectoryError {}

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Log;
}

/**
 * Opens the keys of a data directory after checking that they are the database's. Creates them only
 * for a database without encrypted values.
 * @param loadColumns all encrypted columns; called once per database, when it has no registered keys
 * @throws {ForeignKeysError} when the database needs keys that the directory doesn't have
 * @throws {DataDirectoryError} when the file can't be read or written
 */
export async function openDatabaseKeyring(
  { db, clock, log }: Dependencies,
  directory: string,
  loadColumns: () => Promise<readonly EncryptedColumn[]>,
): Promise<Keyring> {
  return db.transaction(async (tx) => {
    // Of several first starts with different directories, only one may create keys.
    await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`);
    const registered = await listRegisteredIds(tx);
    const needed = registered.length > 0 ? registered : await listKeyIds(tx, await loadColumns());
    if (needed.length > 0) requireFile(directory);
    const keyring = await openKeyring(directory, { clock, log });
    const missing = needed.filter((id) => !hasKey(keyring, id));
    // Values from before keys were registered may include some whose key was lost long ago.
    const allowed = registered.length > 0 ? 0 : needed.length - 1;
    if (missing.length > Math.max(allowed, 0)) throw foreignKeys(directory, missing);
    await registerCurrentKey(tx, keyring, clock);
    return keyring;
  });
}

/** Whether a process's keys can decrypt what the database's processes encrypt. */
export async function hasDatabaseKeys(db: Queries, keyring: Keyring): Promise<boolean> {
  return (await listRegisteredIds(db)).every((id) => hasKey(keyring, id));
}

/**
 * Registers the key that values are encrypted with, again after each rotation.
 * @param record called in the transaction that registers a new key
 */
export function startKeyRegistration(
  { db, clock, log }: Dependencies,
  keyring: Keyring,
  record: (tx: Queries, keyId: string) => Promise<void>,
): Pick<Worker, 'stop'> {
  let registered: string | undefined;
  return startWorker({
    name: 'key registration',
    intervalMs: REGISTRATION_MS,
    log,
    async work() {
      const current = keyring.encryption[0]?.id;
      if (current !== registered && (await hasDatabaseKeys(db, keyring))) {
        await db.transaction(async (tx) => {
          const keyId = await registerCurrentKey(tx, keyring, clock);
          if (keyId !== undefined) await record(tx, keyId);
        });
        registered = current;
      }
      return false;
    },
  });
}

/** Forgets keys that no value needs any more. */
export async function unregisterKeys(db: Queries, keyIds: readonly string[]): Promise<void> {
  await db.delete(encryptionKeys).where(inArray(encryptionKeys.id, [...keyIds]));
}

/**
 * Makes a data directory's keys the database's, creating them if there are none. Values that other keys
 * encrypted stay unreadable.
 * @param record called in the transaction
 * @throws {DataDirectoryError} when the file can't be read or written
 */
export async function adoptKeys(
  { db, clock, log }: Dependencies,
  directory: string,
  record: (tx: Queries) => Promise<void>,
): Promise<void> {
  const keyring = await openKeyring(directory, { clock, log });
  await db.transaction(async (tx) => {
    await tx.delete(encryptionKeys);
    await registerCurrentKey(tx, keyring, clock);
    await record(tx);
  });
}

async function listRegisteredIds(db: Queries): Promise<string[]> {
  return (await db.select({ id: encryptionKeys.id }).from(encryptionKeys)).map(({ id }) => id);
}

/** @returns its id if it was not registered */
async function registerCurrentKey(
  db: Queries,
  keyring: Keyring,
  clock: Clock,
): Promise<string | undefined> {
  const [current] = keyring.encryption;
  if (!current) return undefined;
  const [registered] = await db
    .insert(encryptionKeys)
    .values({ id: current.id, registeredAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: encryptionKeys.id });
  return registered?.id;
}

function hasKey({ encryption }: Keyring, keyId: string): boolean {
  return encryption.some(({ id }) => id === keyId);
}

/** @throws {ForeignKeysError} when the directory has no keys. */
function requireFile(directory: string): void {
  const path = keysPath(directory);
  let isMissing = false;
  try {
    isMissing = readKeys(path) === undefined;
  } catch {
    // `openKeyring` reports it.
  }
  if (isMissing) {
    throw new ForeignKeysError(
      `There is no ${path}, which this database is encrypted with; set PATRON_DATA_DIR to the directory that has it, or restore it from the backup (if it is lost for good: npm run admin -- keys adopt)`,
    );
  }
}

function foreignKeys(directory: string, missing: readonly string[]): ForeignKeysError {
  return new ForeignKeysError(
    `The keys in ${keysPath(directory)} are not this database's, which needs ${missing.join(', ')}; set PATRON_DATA_DIR to the directory with its keys, or restore keys.json from the backup (if they are lost for good: npm run admin -- keys adopt)`,
  );
}
