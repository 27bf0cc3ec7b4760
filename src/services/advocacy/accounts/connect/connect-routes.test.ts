import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFERENCE_CLIENT_ID } from '#services/advocacy/oauth/clients/console-client.ts';
import { registerClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { type AccountsTeam, errorSummary } from '#services/advocacy/testing/accounts-team.ts';
import {
  startNewConnection,
  startReauthorization,
} from '#services/advocacy/testing/connect-flow.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import {
  type ConnectService,
  startConnectService,
} from '#services/advocacy/testing/start-connect-service.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('/accounts/new and /accounts/{id}/edit', (store) => {
  let connectService: ConnectService;
  let service: TestAdvocacy;
  let team: AccountsTeam;

  beforeAll(async () => {
    connectService = await startConnectService(store.storage);
    ({ service, team } = connectService);
  });
  afterAll(() => connectService.close());

  test("return the URL of the third party's authorization page", async () => {
    const response = await team.request('GET', '/accounts/new?type=chirp');
    expect(response).toMatchObject({
      status: 200,
      body: { data: { type: 'redirect', id: expect.stringMatching(/^\d+$/) } },
    });
    const page = await startNewConnection(team, 'type=chirp');
    const [chirp] = connectService.thirdParty.providers;
    expect(page.href.startsWith(chirp?.authorizationEndpoint ?? '-')).toBe(true);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      theme: 'plain',
      response_type: 'code',
      client_id: 'patron at chirp',
      redirect_uri: `${service.baseUrl}/connect/callback/chirp`,
      scope: 'profile posts',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const next = await startNewConnection(team, 'type=chirp');
    expect(next.searchParams.get('state')).not.toBe(page.searchParams.get('state'));
  });

  test("use a network's special settings", async () => {
    const page = await startNewConnection(team, 'type=bare');
    expect(page.searchParams.get('scope')).toBe('profile,posts');
    expect(page.searchParams.get('access_type')).toBe('offline');
    expect(page.searchParams.has('code_challenge')).toBe(false);
  });

  test('send the user name as login_hint when reauthorizing', async () => {
    const { id } = await team.addAccount({ username: 'birds & co' });
    const page = await startReauthorization(team, id, '');
    expect(page.searchParams.get('login_hint')).toBe('birds & co');
  });

  test.each([
    'site=Acme.myshopify.com',
    'shop=acme.MyShopify.com',
    'site=acme.myshopify.com&shop=x',
    'site=&shop=acme.myshopify.com',
  ])('use the shop of %s', async (query) => {
    const page = await startNewConnection(team, `type=shopify&${query}`);
    expect(page.pathname).toBe('/acme.myshopify.com/authorize');
  });

  test.each([
    ['', ['type']],
    ['type=', ['type']],
    ['type=carrier_pigeon', ['type']],
    ['type=constructor', ['type']],
    ['type=sftp', ['type']],
    ['type=shopify', ['site']],
    ['type=shopify&site=', ['site']],
    ['type=shopify&site=acme.example.com', ['site']],
    ['type=shopify&site=acme.myshopify.com.evil.example', ['site']],
    ['type=shopify&shop=evil.example%2Facme.myshopify.com', ['site']],
    ['type=chirp&origin=https://a.example/', ['origin']],
    ['type=chirp&redirect_uri=/back', ['redirect_uri']],
    ['type=chirp&redirect_uri=https://a.example/%23part', ['redirect_uri']],
    ['type=shopify&origin=*&redirect_uri=x', ['site', 'origin', 'redirect_uri']],
  ])('reject ?%s', async (query, sources) => {
    const response = await team.request('GET', `/accounts/new?${query}`);
    expect(errorSummary(response)).toEqual({ status: 422, codes: ['422'], sources });
  });

  test.each(['colour=red', 'type=chirp&type=bare', 'include=subaccounts'])(
    'reject ?%s as an unknown parameter',
    async (query) => {
      expect((await team.request('GET', `/accounts/new?${query}`)).status).toBe(400);
    },
  );

  test('accept only return addresses registered for the application', async () => {
    await registerClient(store.db, {
      id: REFERENCE_CLIENT_ID,
      name: 'Test',
      redirectUris: [],
      connectOrigins: ['https://ours.example'],
      connectRedirectUris: ['https://ours.example/back'],
    });
    const good = 'origin=https://ours.example&redirect_uri=https://ours.example/back';
    const bad = 'origin=https://theirs.example&redirect_uri=https://ours.example/back/';
    const { id } = await team.addAccount();
    try {
      expect((await team.request('GET', `/accounts/new?type=chirp&${good}`)).status).toBe(200);
      for (const path of [`/accounts/new?type=chirp&${bad}`, `/accounts/${id}/edit?${bad}`]) {
        const rejected = errorSummary(await team.request('GET', path));
        expect(rejected.sources).toEqual(['origin', 'redirect_uri']);
      }
    } finally {
      await registerClient(store.db, { id: REFERENCE_CLIENT_ID, name: 'Test', redirectUris: [] });
    }
  });

  test('reject accounts with credentials and accounts of unknown types', async () => {
    const credentials = await team.addAccount({ type: 'sftp' });
    const gone = await team.addAccount({ type: 'gone' });
    for (const { id } of [credentials, gone]) {
      expect((await team.request('GET', `/accounts/${id}/edit`)).status).toBe(422);
    }
  });

  test('require write access', async () => {
    const { id } = await team.addAccount();
    const { token } = team.reader;
    const unscoped = await team.member(team.writerRoleId, ['accounts:read']);
    for (const path of ['/accounts/new?type=chirp', `/accounts/${id}/edit`]) {
      for (const caller of [token, unscoped.token]) {
        const response = await team.request('GET', path, { token: caller });
        expect(errorSummary(response)).toMatchObject({ status: 403, codes: ['4030000'] });
      }
      expect((await team.request('GET', path, { token: 'none' })).status).toBe(401);
    }
  });

  test('are not account ids', async () => {
    expect((await team.request('GET', '/accounts/999999999/edit')).status).toBe(404);
    expect((await team.request('GET', '/accounts/new/edit')).status).toBe(404);
    const rejected = await team.request('DELETE', '/accounts/new');
    expect(rejected.status).toBe(405);
    expect(rejected.headers.get('allow')).toBe('GET, HEAD');
  });
});
