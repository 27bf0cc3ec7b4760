import { expect, test } from 'vitest';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { systemClock } from '#services/platform/clock.ts';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';
import { startPreparedDemo } from '#services/testing/demo-data.ts';

/** The advocacy service's own. */
const ADVOCACY = ['people', 'account'];
const endpoints = contractEndpoints
  .filter(({ folder, endpoint }) => endpoint.firstParty && !ADVOCACY.includes(folder))
  .filter(({ endpoint }) => endpoint.path.startsWith('/teams/'))
  .map(({ endpoint }) => endpoint);

/** Starts the demo. @returns its address, and tokens of its administrator for the console and another application */
async function startDemo() {
  const { url, added } = await startPreparedDemo('PGlite', async (db) => {
    const user = { userId: 1, scopes: SCOPES };
    return {
      own: await grantAccessToken(db, systemClock, user),
      partner: await grantAccessToken(db, systemClock, { ...user, clientId: 'partner' }),
    };
  });
  return { url, ...added };
}

async function send(url: string, { method, path }: Endpoint, token: string) {
  const address = path.replace(/:[a-z_]+/g, '1');
  const response = await fetch(`${url}/gateway${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
  });
  const text = await response.text();
  return [response.status, text.includes('"4030000"')];
}

test('the gateway rejects the token of another application, even of an administrator', async () => {
  const { url, own, partner } = await startDemo();
  expect(endpoints.length).toBeGreaterThan(10);
  for (const endpoint of endpoints) {
    const rejected = [endpoint.id, 403, true];
    expect([endpoint.id, ...(await send(url, endpoint, partner))]).toEqual(rejected);
    expect([endpoint.id, ...(await send(url, endpoint, own))]).not.toEqual(rejected);
  }
}, 120_000);
