import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { DataDirectoryError } from '#services/platform/data-directory.ts';
import { tryLockFile } from '#services/platform/file-lock.ts';
import { createLog } from '#services/platform/log.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { createEncryption } from './encryption.ts';
import type { Keyring } from './keyring.ts';
import { SIGNATURE_LIFETIME_SECONDS } from './keys-in-use.ts';
import { openKeyring } from './open-keyring.ts';
import { rotateKeys } from './rotate-keys.ts';

/** A rotation takes effect after a minute; processes reload the file every five seconds. */
const ACTIVATION = 60;
const RELOAD_INTERVAL = 5;

let directory: string;
beforeEach(async () => {
  directory = temporaryDirectory();
  await openKeyring(directory);
});

const idsOf = ({ encryption, signing, cookies }: Keyring) => ({
  encryption: encryption.map(({ id }) => id),
  signing: signing.map(({ kid }) => kid),
  cookies: [...cookies],
});

test('a running process loads the new keys immediately, and uses them when all processes have them', async () => {
  const clock = createTestClock();
  const keyring = await openKeyring(directory, { clock });
  const before = idsOf(keyring);
  const { activeFrom } = await rotateKeys(directory, { clock });
  expect(activeFrom.getTime() - clock.now().getTime()).toBe(ACTIVATION * 1000);

  clock.advance(RELOAD_INTERVAL);
  const known = idsOf(keyring);
  for (const kind of ['encryption', 'signing', 'cookies'] as const) {
    expect(known[kind]).toHaveLength(2);
    expect(known[kind][0]).toBe(before[kind][0]);
  }
  clock.advance(ACTIVATION - RELOAD_INTERVAL);
  const after = idsOf(keyring);
  for (const kind of ['encryption', 'signing', 'cookies'] as const) {
    expect(after[kind]).toEqual([...known[kind]].reverse());
  }
  // A process that starts now uses the same keys.
  expect(idsOf(await openKeyring(directory, { clock }))).toEqual(after);
});

test("all processes can decrypt each other's values before, during and after a rotation", async () => {
  const clock = createTestClock();
  const open = async () => createEncryption(await openKeyring(directory, { clock }));
  const first = await open();
  clock.advance(RELOAD_INTERVAL - 1);
  const second = await open();
  await rotateKeys(directory, { clock });
  const encrypted: string[] = [];
  for (let seconds = 0; seconds < ACTIVATION + 2 * RELOAD_INTERVAL; seconds += 1) {
    for (const [writer, reader] of [
      [first, second],
      [second, first],
    ] as const) {
      const value = writer.encrypt('kept', 'context');
      expect(reader.decrypt(value, 'context')).toBe('kept');
      encrypted.push(value);
    }
    clock.advance(1);
  }
  const keyIds = new Set(encrypted.map((value) => value.split('.')[0]));
  expect(keyIds.size).toBe(2);
  const late = await open();
  for (const value of encrypted) expect(late.decrypt(value, 'context')).toBe('kept');
});

test('signing keys are retired when everything they signed has expired, encryption keys never', async () => {
  const clock = createTestClock();
  const keyring = await openKeyring(directory, { clock });
  const first = idsOf(keyring);
  await rotateKeys(directory, { clock });
  clock.advance(ACTIVATION + SIGNATURE_LIFETIME_SECONDS.signing - 1);
  expect(idsOf(keyring).signing).toContain(first.signing[0]);
  clock.advance(RELOAD_INTERVAL);
  expect(idsOf(keyring).signing).not.toContain(first.signing[0]);
  expect(idsOf(keyring).cookies).toContain(first.cookies[0]);

  clock.advance(SIGNATURE_LIFETIME_SECONDS.cookies);
  expect(idsOf(keyring).cookies).not.toContain(first.cookies[0]);
  expect(idsOf(keyring).encryption).toContain(first.encryption[0]);
  // The next rotation removes them from the file.
  await rotateKeys(directory, { clock });
  const file = readFileSync(join(directory, 'keys.json'), 'utf8');
  expect(file).not.toContain(first.signing[0]);
  expect(file).not.toContain(first.cookies[0]);
  expect(file).toContain(first.encryption[0]);
});

test('several rotations take effect in order', async () => {
  const clock = createTestClock();
  const keyring = await openKeyring(directory, { clock });
  const [first] = idsOf(keyring).encryption;
  const late = await rotateKeys(directory, { clock, activeAfterSeconds: 600 });
  const early = await rotateKeys(directory, { clock, activeAfterSeconds: 60 });
  expect(early.activeFrom).toEqual(late.activeFrom);
  clock.advance(599);
  expect(idsOf(keyring).encryption[0]).toBe(first);
  clock.advance(RELOAD_INTERVAL);
  const { encryption } = idsOf(keyring);
  expect(encryption).toHaveLength(3);
  expect(encryption[2]).toBe(first);
});

test('a rotation leaves no draft behind', async () => {
  await rotateKeys(directory, { clock: createTestClock() });
  expect(readdirSync(directory).sort()).toEqual(['keys.json', 'keys.json.lock']);
});

test('a directory without keys is rejected and stays empty', async () => {
  const empty = temporaryDirectory();
  const rejected = rotateKeys(empty);
  await expect(rejected).rejects.toThrow(DataDirectoryError);
  await expect(rejected).rejects.toThrow(/^There is no \S+keys\.json; set PATRON_DATA_DIR /);
  expect(readdirSync(empty)).toEqual([]);
});

test("another database's keys in the file are ignored at run time", async () => {
  const clock = createTestClock();
  const keyring = await openKeyring(directory, { clock });
  const before = idsOf(keyring);
  const other = temporaryDirectory();
  await openKeyring(other);
  copyFileSync(join(other, 'keys.json'), join(directory, 'keys.json'));
  clock.advance(RELOAD_INTERVAL);
  expect(idsOf(keyring)).toEqual(before);
});

test('one of two concurrent rotations is rejected in one line, and no key is lost', async () => {
  const unlock = tryLockFile(join(directory, 'keys.json.lock'));
  const rejected = rotateKeys(directory);
  await expect(rejected).rejects.toThrow(DataDirectoryError);
  await expect(rejected).rejects.toThrow('already being changed');
  unlock?.();
  await rotateKeys(directory);
  expect((await openKeyring(directory)).encryption).toHaveLength(2);
});

test('a file that is damaged at run time is logged once, and the keys stay in use', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const clock = createTestClock();
  const keyring = await openKeyring(directory, { clock, log });
  const before = idsOf(keyring);
  const path = join(directory, 'keys.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, 40));
  for (let reload = 0; reload < 3; reload += 1) {
    clock.advance(RELOAD_INTERVAL);
    expect(idsOf(keyring)).toEqual(before);
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(before.cookies[0]);

  writeFileSync(path, text);
  await rotateKeys(directory, { clock });
  clock.advance(RELOAD_INTERVAL);
  expect(keyring.encryption).toHaveLength(2);
});
