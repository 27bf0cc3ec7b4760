import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** A rotation takes effect after a minute; processes look at the file every five seconds. */
const ACTIVATION = 60;
const LOOK = 5;

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

const idsOf = ({ encryption, signing, cookies }: Keyring) => ({
  encryption: encryption.map(({ id }) => id),
  signing: signing.map(({ kid }) => kid),
  cookies: [...cookies],
});

test('a running process learns the new keys at once, and uses them when all know them', async () => {
  const clock = createTestClock();
  const keyring = await openKeyring(directory, { clock });
  const before = idsOf(keyring);
  const { activeFrom } = await rotateKeys(directory, { clock });
  expect(activeFrom.getTime() - clock.now().getTime()).toBe(ACTIVATION * 1000);

  clock.advance(LOOK);
  const known = idsOf(keyring);
  for (const kind of ['encryption', 'signing', 'cookies'] as const) {
    expect(known[kind]).toHaveLength(2);
    expect(known[kind][0]).toBe(before[kind][0]);
  }
  clock.advance(ACTIVATION - LOOK);
  const after = idsOf(keyring);
  for (const kind of ['encryption', 'signing', 'cookies'] as const) {
    expect(after[kind]).toEqual([...known[kind]].reverse());
  }
  // One that starts now uses the same.
  expect(idsOf(await openKeyring(directory, { clock }))).toEqual(after);
});

test('what processes encrypt is read by all of them, before, during and after a rotation', async () => {
  const clock = createTestClock();
  const open = async () => createEncryption(await openKeyring(directory, { clock }));
  const first = await open();
  clock.advance(LOOK - 1);
  const second = await open();
  await rotateKeys(directory, { clock });
  const sealed: string[] = [];
  for (let seconds = 0; seconds < ACTIVATION + 2 * LOOK; seconds += 1) {
    for (const [writer, reader] of [
      [first, second],
      [second, first],
    ] as const) {
      const value = writer.encrypt('kept', 'context');
      expect(reader.decrypt(value, 'context')).toBe('kept');
      sealed.push(value);
    }
    clock.advance(1);
  }
  const keyIds = new Set(sealed.map((value) => value.split('.')[0]));
  expect(keyIds.size).toBe(2);
  const late = await open();
  for (const value of sealed) expect(late.decrypt(value, 'context')).toBe('kept');
});

test('keys are retired when nothing that they signed can be alive, encryption keys never', async () => {
  const clock = createTestClock();
  const keyring = await openKeyring(directory, { clock });
  const first = idsOf(keyring);
  await rotateKeys(directory, { clock });
  clock.advance(ACTIVATION + SIGNATURE_LIFETIME_SECONDS.signing - 1);
  expect(idsOf(keyring).signing).toContain(first.signing[0]);
  clock.advance(LOOK);
  expect(idsOf(keyring).signing).not.toContain(first.signing[0]);
  expect(idsOf(keyring).cookies).toContain(first.cookies[0]);

  clock.advance(SIGNATURE_LIFETIME_SECONDS.cookies);
  expect(idsOf(keyring).cookies).not.toContain(first.cookies[0]);
  expect(idsOf(keyring).encryption).toContain(first.encryption[0]);
  // The next rotation takes them out of the file.
  await rotateKeys(directory, { clock });
  const file = readFileSync(join(directory, 'keys.json'), 'utf8');
  expect(file).not.toContain(first.signing[0]);
  expect(file).not.toContain(first.cookies[0]);
  expect(file).toContain(first.encryption[0]);
});

test('rotations in a row take effect in their order', async () => {
  const clock = createTestClock();
  const keyring = await openKeyring(directory, { clock });
  const [first] = idsOf(keyring).encryption;
  const late = await rotateKeys(directory, { clock, activeAfterSeconds: 600 });
  const early = await rotateKeys(directory, { clock, activeAfterSeconds: 60 });
  expect(early.activeFrom).toEqual(late.activeFrom);
  clock.advance(599);
  expect(idsOf(keyring).encryption[0]).toBe(first);
  clock.advance(LOOK);
  const { encryption } = idsOf(keyring);
  expect(encryption).toHaveLength(3);
  expect(encryption[2]).toBe(first);
});

test('a directory without keys gets some; the file is for its owner alone, and no draft is left', async () => {
  await rotateKeys(directory, { clock: createTestClock() });
  expect(readdirSync(directory).sort()).toEqual(['keys.json', 'keys.json.lock']);
  expect((await openKeyring(directory)).encryption).toHaveLength(2);
});

test('two rotations at once: one is refused in one line, and no key is lost', async () => {
  const unlock = tryLockFile(join(directory, 'keys.json.lock'));
  const refused = rotateKeys(directory);
  await expect(refused).rejects.toThrow(DataDirectoryError);
  await expect(refused).rejects.toThrow('already being changed');
  unlock?.();
  await rotateKeys(directory);
  expect((await openKeyring(directory)).encryption).toHaveLength(2);
});

test('a file that is damaged while the process runs is logged once, and the keys are used on', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const clock = createTestClock();
  const keyring = await openKeyring(directory, { clock, log });
  const before = idsOf(keyring);
  const path = join(directory, 'keys.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, 40));
  for (let look = 0; look < 3; look += 1) {
    clock.advance(LOOK);
    expect(idsOf(keyring)).toEqual(before);
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(before.cookies[0]);

  writeFileSync(path, text);
  await rotateKeys(directory, { clock });
  clock.advance(LOOK);
  expect(keyring.encryption).toHaveLength(2);
});
