import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { DataDirectoryError } from '#services/platform/data-directory.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { openKeyring } from './open-keyring.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

test('the first start creates the keys, and later ones reuse them', async () => {
  const nested = join(directory, 'made', 'here');
  const keyring = await openKeyring(nested);
  expect(Buffer.from(keyring.encryption[0]?.key ?? '', 'base64url')).toHaveLength(32);
  expect(keyring.signing[0]).toMatchObject({ alg: 'ES256', d: expect.any(String) });
  expect(await openKeyring(nested)).toEqual(keyring);
});

test('two directories have different keys', async () => {
  const [a, b] = await Promise.all([
    openKeyring(join(directory, 'a')),
    openKeyring(join(directory, 'b')),
  ]);
  expect(a.encryption).not.toEqual(b.encryption);
  expect(a.signing).not.toEqual(b.signing);
  expect(a.cookies).not.toEqual(b.cookies);
});

test('only the owner can read the keys', async () => {
  const made = join(directory, 'made');
  await openKeyring(made);
  expect(statSync(join(made, 'keys.json')).mode & 0o777).toBe(0o600);
  expect(statSync(made).mode & 0o777).toBe(0o700);
});

test('concurrent starts get the same keys and leave no draft behind', async () => {
  const keyrings = await Promise.all(Array.from({ length: 8 }, () => openKeyring(directory)));
  for (const keyring of keyrings) expect(keyring).toEqual(keyrings[0]);
  expect(readdirSync(directory)).toEqual(['keys.json']);
});

test.each(['', '{"encryption":', '{"encryption":[],"signing":[],"cookies":[]}'])(
  'a damaged file (%s) is rejected in one line and left unchanged',
  async (text) => {
    const path = join(directory, 'keys.json');
    writeFileSync(path, text);
    const opened = openKeyring(directory);
    await expect(opened).rejects.toThrow(DataDirectoryError);
    await expect(opened).rejects.toThrow(/^The keys in .*keys\.json can't be used \(.+\); make/);
    await expect(opened).rejects.not.toThrow(/\n/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test('a directory that cannot be created is reported in one line', async () => {
  const file = join(directory, 'file');
  writeFileSync(file, '');
  await expect(openKeyring(join(file, 'below'))).rejects.toThrow(DataDirectoryError);
});
