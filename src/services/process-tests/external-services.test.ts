import { expect, onTestFinished, test } from 'vitest';
import { saveLoyaltyConnection } from '#services/gateway/loyalty/loyalty-connections.ts';
import { startUpstream, type TestUpstream } from '#services/gateway/testing/start-upstream.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

async function startService(respond: TestUpstream['respond']): Promise<TestUpstream> {
  const service = await startUpstream();
  onTestFinished(service.close);
  service.respond = respond;
  return service;
}

/** A data directory in which team 7 has a loyalty program at the default address. */
async function connectTeam(): Promise<string> {
  const directory = await migratedDirectory();
  const encryption = createEncryption(await openKeyring(directory));
  const storage = await openEmbedded(directory);
  await saveLoyaltyConnection(storage.db, encryption, 7, {
    baseUrl: undefined,
    partnerId: 'their-partner',
    apiKey: 'their-key',
    webhookSecret: 'secret',
  });
  await storage.close();
  return directory;
}

test('the console and its gateway work with external services', async () => {
  const advocacy = await startService(({ headers }, response) => {
    const teams = headers.authorization === 'Bearer ada' ? [{ type: 'team', id: '7' }] : [];
    const relationships = { teams: { data: teams } };
    response.end(JSON.stringify({ data: { type: 'user', id: '1', relationships } }));
  });
  const body = '{"data":{"members":[],"total":0,"next_cursor":"","more":false},"success":true}';
  const loyalty = await startService((_request, response) => void response.end(body));
  const { url } = await startPatronProcess({
    PATRON_ROLES: 'console',
    PATRON_DEMO: '0',
    PATRON_DATA_DIR: await connectTeam(),
    PATRON_ADVOCACY_URL: advocacy.url,
    PATRON_ADVOCACY_AUTH_URL: 'https://login.example.com',
    PATRON_ADVOCACY_CLIENT_ID: 'our-console',
    PATRON_LOYALTY_URL: loyalty.url,
  });

  const page = await fetch(`${url}/config.json`);
  const config = (await page.json()) as { advocacy: object };
  expect(config.advocacy).toMatchObject({
    baseUrl: advocacy.url,
    authorizeUrl: 'https://login.example.com/oauth/authorize',
    tokenUrl: `${advocacy.url}/oauth/token`,
    clientId: 'our-console',
  });
  expect(config.advocacy).not.toHaveProperty('revocationUrl');
  expect(page.headers.get('content-security-policy')).toContain(new URL(advocacy.url).origin);

  const list = (token: string) =>
    fetch(`${url}/gateway/teams/7/loyalty/v2/loyalty/members?count=5`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await list('eve')).status).toBe(403);
  expect(loyalty.received).toEqual([]);
  expect(await (await list('ada')).text()).toBe(body);
  expect(loyalty.received).toMatchObject([
    { url: '/v2/loyalty/members?count=5', headers: { 'api-key': 'their-key' } },
  ]);
}, 60_000);
