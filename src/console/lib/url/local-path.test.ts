import { expect, test } from 'vitest';
import { isLocalPath } from './local-path.ts';

test.each(['/', '/teams/1/members?tag=vip#row'])('%s is on this site', (path) => {
  expect(isLocalPath(path)).toBe(true);
});

test.each(['', 'teams', '//evil.test', '/\\evil.test', '/\t/evil.test', 'https://evil.test'])(
  '%j is not',
  (path) => {
    expect(isLocalPath(path)).toBe(false);
  },
);
