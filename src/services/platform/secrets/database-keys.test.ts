import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { encryptedTexts, MESSAGE_TEXT_CONTEXT } from '#services/platform/messages/messages.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import {
  adoptKeys,
  ForeignKeysError,
  hasDatabaseKeys,
  openDatabaseKeyring,
  startKeyRegistration,
} from './database-keys.ts';
import { createEncryption } from './encryption.ts';
import { openKeyring } from './open-keyring.ts';
import { rotateKeys } from './rotate-keys.ts';

const loadColumns = async () => [encryptedTexts];

describeStorages('keys of a database', (store) => {
  const clock = createTestClock();
  const dependencies = () => ({ db: store.db, clock, log: silentLog });
  const open = (directory: string) => openDatabaseKeyring(dependencies(), directory, loadColumns);

  beforeEach(async () => {
    await store.db.execute(sql`truncate encryption_keys, messages`);
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
    await expect(rejected).rejects.toThrow(ForeignKeysError);
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

  test('include a rotated key as soon as a running process uses it', async () => {
    const directory = temporaryDirectory();
    const keyring = await open(directory);
    const older = readFileSync(join(directory, 'keys.json'), 'utf8');
    await rotateKeys(directory, { clock, activeAfterSeconds: 60 });
    expect(await hasDatabaseKeys(store.db, keyring)).toBe(true);
    clock.advance(70);
    const record = vi.fn<Parameters<typeof startKeyRegistration>[2]>(async () => undefined);
    const registration = startKeyRegistration(dependencies(), keyring, record);
    onTestFinished(() => registration.stop());
    await vi.waitFor(async () => {
      expect(await store.db.$count(sql`encryption_keys`)).toBe(2);
    });
    expect(record.mock.calls.map(([, keyId]) => keyId)).toEqual([keyring.encryption[0]?.id]);
    await open(directory);
    const copy = temporaryDirectory();
    writeFileSync(join(copy, 'keys.json'), older);
    await expect(open(copy)).rejects.toThrow(ForeignKeysError);
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
