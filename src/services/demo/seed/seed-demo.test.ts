import { expect, test } from 'vitest';
import { readEnvironment } from '#services/platform/environment.ts';
import { demoInboxUrl } from './seed-demo.ts';

test.each([
  ['console,advocacy,loyalty', 'http://127.0.0.1:4193'],
  ['loyalty', 'https://patron.example.com'],
  ['console', 'https://patron.example.com'],
  ['advocacy', 'https://patron.example.com'],
])('with roles %s the demo delivers its events to %s', (roles, at) => {
  const url = demoInboxUrl({
    environment: readEnvironment({ PATRON_ROLES: roles }),
    ownUrl: 'http://127.0.0.1:4193',
    publicUrl: 'https://patron.example.com',
  });
  expect(url).toBe(`${at}/gateway/teams/1/webhooks/loyalty`);
});
