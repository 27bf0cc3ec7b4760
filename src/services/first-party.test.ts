import { expect, onTestFinished, test } from 'vitest';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { startPatron } from '#services/patron.ts';
import { systemClock } from '#services/platform/clock.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';

/** The advocacy service's own. */
const ADVOCACY = ['people', 'account'];
const endpoints = contractEndpoints
  .filter(({ folder, endpoint }) => endpoint.firstParty && !ADVOCACY.includes(folder))
  .filter(({ endpoint }) => endpoint.path.startsWith('/teams/'))
  .map(({ endpoint }) => endpoint);

/** Starts the demo. @returns its address, and tokens of its administrator for the console and another application */
async function startDemo() {
  const PATRON_DATA_DIR = await demoDirectory();
  const { db, close } = await openEmbedded(PATRON_DATA_DIR);
  const user = { userId: 1, scopes: SCOPES };
  const own = await grantAccessToken(db, systemClock, user);
  const partner = await grantAccessToken(db, systemClock, { ...user, clientId: 'partner' });
  await close();
  const PORT = String(await findFreePort());
  const patron = await startPatron(readEnvironment({ PATRON_DATA_DIR, PORT }), silentLog);
  onTestFinished(() => patron.stop());
  return { url: patron.url, own, partner };
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
