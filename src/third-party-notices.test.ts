import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
// @ts-expect-error: the commands are plain JavaScript.
import { thirdPartyNotices } from './commands/third-party-notices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the third-party notices have every package of a deployment, with its license text', () => {
  const notices = thirdPartyNotices(root, ['react']) as string;
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const [name, version] of Object.entries(dependencies)) {
    expect(notices).toContain(`\n${name} ${version} (`);
  }
  expect(notices).toMatch(/^react 19\./m);
  // The font has a separate license, which must accompany it.
  expect(notices).toContain('SIL OPEN FONT LICENSE Version 1.1');
  expect(notices).not.toContain('(see its text)');
  expect(notices).not.toMatch(/^vitest /m);
});
