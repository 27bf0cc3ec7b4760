import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { startUpstream, type TestUpstream } from '#services/gateway/testing/start-upstream.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const readme = readFileSync('README.md', 'utf8');

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

/** The settings that the README gives for other services, with the addresses of these. */
function documentedSettings(addresses: Record<string, string>): Record<string, string> {
  const [, section = ''] = readme.split('## Use the console with other services');
  const [, block = ''] = /```sh\n([^`]+)```/.exec(section) ?? [];
  const replaced = Object.entries(addresses).reduce(
    (text, [documented, actual]) => text.replaceAll(documented, actual),
    block,
  );
  return parseEnv(replaced) as Record<string, string>;
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
    ...documentedSettings({
      'https://advocacy.example.com': advocacy.url,
      'https://loyalty.example.com/v2': loyalty.url,
    }),
    PATRON_DATA_DIR: await connectTeam(),
    PATRON_ADVOCACY_AUTH_URL: 'https://login.example.com',
  });

  const page = await fetch(`${url}/config.json`);
  const config = (await page.json()) as { advocacy: object };
  expect(config.advocacy).toMatchObject({
    baseUrl: advocacy.url,
    authorizeUrl: 'https://login.example.com/oauth/authorize',
    tokenUrl: `${advocacy.url}/oauth/token`,
    clientId: 'patron-console',
  });
  expect(config.advocacy).not.toHaveProperty('revocationUrl');
  expect(page.headers.get('content-security-policy')).toContain(new URL(advocacy.url).origin);

  const list = (token: string) =>
    fetch(`${url}/gateway/teams/7/loyalty/v2/loyalty/members?count=5`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await list('eve')).status).toBe(403);
  // The start asks once whether the service responds.
  const forwarded = () => loyalty.received.filter(({ headers }) => 'api-key' in headers);
  expect(forwarded()).toEqual([]);
  expect(await (await list('ada')).text()).toBe(body);
  expect(forwarded()).toMatchObject([
    { url: '/v2/loyalty/members?count=5', headers: { 'api-key': 'their-key' } },
  ]);
}, 60_000);
