import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const FIXED_WAIT = /\b(?:sleep|wait|delay)\([^)]|setTimeout\(\w+, *\d[\d_]+|waitForTimeout\(/;

test('tests wait for a condition, not for a fixed time, unless a comment says why', () => {
  const files = globSync('{src,e2e}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: ['**/{node_modules,dist}/**'],
  });
  const unexplained = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines
      .map((line, index) => ({ line, before: lines[index - 1] ?? '', number: index + 1 }))
      .filter(({ line, before }) => FIXED_WAIT.test(line) && !before.trim().startsWith('//'))
      .map(({ line, number }) => `${file}:${number} ${line.trim()}`);
  });
  expect(unexplained).toEqual([]);
});
