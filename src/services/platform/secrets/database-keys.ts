import { inArray, sql } from 'drizzle-orm';
import type { Clock } from '#services/platform/clock.ts';
import { DataDirectoryError } from '#services/platform/data-directory.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import type { EncryptedColumn } from './encrypted-column.ts';
import { encryptionKeys } from './encryption-keys-table.ts';
import type { KeyRotation, Keyring } from './keyring.ts';
import { keysPath, readKeys } from './keys-file.ts';
import { openKeyring } from './open-keyring.ts';
import { listKeyIds } from './reencrypt.ts';

/** An arbitrary constant that all processes share. */
const KEYS_LOCK = 4_180_003;
/** How often a process registers the key that it encrypts with. */
const REGISTRATION_MS = 30_000;

/** The keys of a data directory don't belong to the database; the message is one line for the operator. */
export class WrongKeysError extends DataDirectoryError {}

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Log;
}

/** Writes what happens to keys into the audit log. */
export interface KeyRecorder {
  isRotationRecorded(tx: Queries, keyId: string): Promise<boolean>;
  recordRotation(tx: Queries, rotation: KeyRotation): Promise<void>;
  /** Records that values are encrypted with a new key from now on. */
  recordActivation(tx: Queries, keyId: string): Promise<void>;
}

/**
 * Opens the keys of a data directory after checking that they are the database's. Creates them only
 * for a database without encrypted values.
 * @param options.loadColumns all encrypted columns; called once per database, when it has no registered keys
 * @param options.recorder records rotations that were missed while no process ran
 * @throws {WrongKeysError} when the database needs keys that the directory doesn't have
 * @throws {DataDirectoryError} when the file can't be read or written
 */
export async function openDatabaseKeyring(
  { db, clock, log }: Dependencies,
  directory: string,
  {
    loadColumns,
    recorder,
  }: { loadColumns: () => Promise<readonly EncryptedColumn[]>; recorder: KeyRecorder },
): Promise<Keyring> {
  return db.transaction(async (tx) => {
    // Of several first starts with different directories, only one may create keys.
    await lockDatabaseKeys(tx);
    const registered = await listRegisteredIds(tx);
    const needed = registered.length > 0 ? registered : await listKeyIds(tx, await loadColumns());
    if (needed.length > 0) requireFile(directory);
    const keyring = await openKeyring(directory, { clock, log });
    const missing = needed.filter((id) => !hasKey(keyring, id));
    // Values from before keys were registered may include some whose key was lost long ago.
    const allowed = registered.length > 0 ? 0 : needed.length - 1;
    if (missing.length > Math.max(allowed, 0)) throw wrongKeys(directory, missing);
    if (registered.length > 0) await registerAndRecord(tx, keyring, clock, recorder);
    else await registerCurrentKey(tx, keyring, clock);
    return keyring;
  });
}

/** Until the transaction ends, no other one registers keys or records what happens to them. */
export async function lockDatabaseKeys(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`);
}

/** Whether a process's keys can decrypt what the database's processes encrypt. */
export async function hasDatabaseKeys(db: Queries, keyring: Keyring): Promise<boolean> {
  return (await listRegisteredIds(db)).every((id) => hasKey(keyring, id));
}

/**
 * Registers the key that values are encrypted with, again after each rotation. Records rotations that the
 * command couldn't record, because this process has the embedded database open.
 */
export function startKeyRegistration(
  { db, clock, log }: Dependencies,
  keyring: Keyring,
  recorder: KeyRecorder,
): Pick<Worker, 'stop'> {
  let known: string | undefined;
  return startWorker({
    name: 'key registration',
    intervalMs: REGISTRATION_MS,
    log,
    async work() {
      const current = [keyring.encryption[0]?.id, keyring.rotations[0]?.keyId].join();
      if (current !== known && (await hasDatabaseKeys(db, keyring))) {
        await db.transaction(async (tx) => {
          await lockDatabaseKeys(tx);
          await registerAndRecord(tx, keyring, clock, recorder);
        });
        known = current;
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

/** Requires `lockDatabaseKeys`. */
async function registerAndRecord(
  tx: Queries,
  keyring: Keyring,
  clock: Clock,
  recorder: KeyRecorder,
): Promise<void> {
  const registered = new Set(await listRegisteredIds(tx));
  const { rotations } = keyring;
  const known = rotations.findIndex(({ keyId }) => registered.has(keyId));
  for (const rotation of rotations.slice(0, known === -1 ? undefined : known).toReversed()) {
    const isRecorded = await recorder.isRotationRecorded(tx, rotation.keyId);
    if (!isRecorded) await recorder.recordRotation(tx, rotation);
  }
  const activated = await registerCurrentKey(tx, keyring, clock);
  if (activated !== undefined) await recorder.recordActivation(tx, activated);
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

/** @throws {WrongKeysError} when the directory has no keys. */
function requireFile(directory: string): void {
  const path = keysPath(directory);
  let isMissing = false;
  try {
    isMissing = readKeys(path) === undefined;
  } catch {
    // `openKeyring` reports it.
  }
  if (isMissing) {
    throw new WrongKeysError(
      `There is no ${path}, which this database is encrypted with; set PATRON_DATA_DIR to the directory that has it, or restore it from the backup (if it is lost for good: npm run admin -- keys adopt)`,
    );
  }
}

function wrongKeys(directory: string, missing: readonly string[]): WrongKeysError {
  return new WrongKeysError(
    `The keys in ${keysPath(directory)} are not this database's, which needs ${missing.join(', ')}; set PATRON_DATA_DIR to the directory with its keys, or restore keys.json from the backup (if they are lost for good: npm run admin -- keys adopt)`,
  );
}
