import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const services = fileURLToPath(new URL('../..', import.meta.url));

/** Locks that nothing waits for long: claims skip locked rows. */
const FOR_UPDATE = /\.for\(\s*'update'(?!, \{[^}]*skipLocked: true)/;

test('no service locks rows against references to them', () => {
  const files = globSync('**/*.ts', { cwd: services, exclude: ['**/*.test.ts'] });
  expect(files.length).toBeGreaterThan(100);
  const wrong = files.filter((file) =>
    FOR_UPDATE.test(readFileSync(`${services}/${file}`, 'utf8')),
  );
  expect(wrong).toEqual([]);
});
