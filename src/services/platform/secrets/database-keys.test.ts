import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { keyRecorder } from '#services/platform/audit/record-keys.ts';
import { encryptedTexts, MESSAGE_TEXT_CONTEXT } from '#services/platform/messages/messages.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import {
  adoptKeys,
  hasDatabaseKeys,
  openDatabaseKeyring,
  startKeyRegistration,
  WrongKeysError,
} from './database-keys.ts';
import { createEncryption } from './encryption.ts';
import type { Keyring } from './keyring.ts';
import { openKeyring } from './open-keyring.ts';
import { rotateKeys } from './rotate-keys.ts';

const loadColumns = async () => [encryptedTexts];

describeBothStorages('keys of a database', (store) => {
  const clock = createTestClock();
  const dependencies = () => ({ db: store.db, clock, log: silentLog });
  const open = (directory: string) =>
    openDatabaseKeyring(dependencies(), directory, { loadColumns, recorder: keyRecorder });

  beforeEach(async () => {
    await store.db.execute(sql`truncate encryption_keys, messages, audit_events`);
  });

  /** Stores a message as versions did that didn't register keys. */
  async function encryptMessage(directory: string) {
    const encryption = createEncryption(await openKeyring(directory));
    await store.db.insert(messages).values({
      channel: 'email',
      to: 'ada@example.com',
      text: encryption.encrypt('Hello', MESSAGE_TEXT_CONTEXT),
      createdAt: clock.now(),
      expiresAt: clock.now(),
    });
  }

  test('are created for an empty database only, and a lost file is never replaced', async () => {
    const directory = temporaryDirectory();
    const keyring = await open(directory);
    expect(await open(directory)).toEqual(keyring);
    rmSync(join(directory, 'keys.json'));
    const rejected = open(directory);
    await expect(rejected).rejects.toThrow(WrongKeysError);
    await expect(rejected).rejects.toThrow(/^There is no \S+keys\.json, which .*; set [^\n]+$/);
    expect(existsSync(join(directory, 'keys.json'))).toBe(false);
  });

  test('reject the keys of another database and leave its file unchanged', async () => {
    const other = temporaryDirectory();
    await openKeyring(other);
    const file = readFileSync(join(other, 'keys.json'), 'utf8');
    const keyring = await open(temporaryDirectory());
    await expect(open(other)).rejects.toThrow(
      /^The keys in \S+keys\.json are not this database's, which needs [\w-]+; [^\n]+$/,
    );
    expect(readFileSync(join(other, 'keys.json'), 'utf8')).toBe(file);
    expect(await hasDatabaseKeys(store.db, keyring)).toBe(true);
    expect(await hasDatabaseKeys(store.db, await openKeyring(other))).toBe(false);
  });

  test('are created by only one of several first starts with different directories', async () => {
    const directories = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
    const results = await Promise.allSettled(directories.map(open));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const files = directories.filter((each) => existsSync(join(each, 'keys.json')));
    expect(files).toHaveLength(1);
  });

  test('are registered for a database of an earlier version, if they decrypt its values', async () => {
    const [directory, other] = [temporaryDirectory(), temporaryDirectory()];
    await encryptMessage(directory);
    await expect(open(temporaryDirectory())).rejects.toThrow(/^There is no /);
    await openKeyring(other);
    await expect(open(other)).rejects.toThrow(/are not this database's/);
    await open(directory);
    // A value whose key was lost before doesn't keep the others from being used.
    await store.db.execute(sql`truncate encryption_keys`);
    await encryptMessage(other);
    const keyring = await open(directory);
    expect(await hasDatabaseKeys(store.db, keyring)).toBe(true);
  });

  /** Starts what a running process does, until the end of the test. */
  function startRegistration(keyring: Keyring): void {
    const registration = startKeyRegistration(dependencies(), keyring, keyRecorder);
    onTestFinished(() => registration.stop());
  }

  const recordedEvents = async () => {
    const events = await store.db.select().from(auditEvents).orderBy(auditEvents.id);
    return events.map(({ action, actorName, subjectId }) => [action, actorName, subjectId]);
  };

  test('include a rotated key as soon as a running process uses it', async () => {
    const directory = temporaryDirectory();
    const keyring = await open(directory);
    const older = readFileSync(join(directory, 'keys.json'), 'utf8');
    await rotateKeys(directory, { clock, activeAfterSeconds: 60 });
    expect(await hasDatabaseKeys(store.db, keyring)).toBe(true);
    clock.advance(70);
    startRegistration(keyring);
    await vi.waitFor(async () => {
      expect(await store.db.$count(sql`encryption_keys`)).toBe(2);
    });
    await open(directory);
    const copy = temporaryDirectory();
    writeFileSync(join(copy, 'keys.json'), older);
    await expect(open(copy)).rejects.toThrow(WrongKeysError);
  });

  test('have one event for a rotation beside a running process, before they are used', async () => {
    const directory = temporaryDirectory();
    const keyring = await open(directory);
    const { keyId } = await rotateKeys(directory, { clock, rotatedBy: 'ada' });
    clock.advance(10);
    startRegistration(keyring);
    const rotation = ['key.rotate', 'ada', keyId];
    await vi.waitFor(async () => expect(await recordedEvents()).toEqual([rotation]));
    clock.advance(60);
    await open(directory);
    await open(directory);
    expect(await recordedEvents()).toEqual([rotation, ['key.activate', 'Patron', keyId]]);
  });

  test('have an event for a rotation that no running process has recorded', async () => {
    const directory = temporaryDirectory();
    await open(directory);
    const rotated = [];
    for (const rotatedBy of ['ada', 'ben']) {
      const { keyId } = await rotateKeys(directory, { clock, rotatedBy });
      rotated.push(['key.rotate', rotatedBy, keyId]);
    }
    clock.advance(70);
    const keyring = await open(directory);
    const activated = ['key.activate', 'Patron', keyring.encryption[0]?.id];
    expect(await recordedEvents()).toEqual([...rotated, activated]);
  });

  test('can be replaced after they are lost', async () => {
    await open(temporaryDirectory());
    const directory = temporaryDirectory();
    const record = vi.fn(async () => undefined);
    await adoptKeys(dependencies(), directory, record);
    expect(record).toHaveBeenCalledOnce();
    expect(await hasDatabaseKeys(store.db, await open(directory))).toBe(true);
  });
});
