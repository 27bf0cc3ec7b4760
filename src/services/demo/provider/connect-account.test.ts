import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CredentialsAccountType,
  createAccountTypes,
  type OAuthAccountType,
} from '#services/advocacy/accounts/account-types.ts';
import { type AccountsTeam, createAccountsTeam } from '#services/advocacy/testing/accounts-team.ts';
import {
  ORIGIN,
  postedMessage,
  startNewConnection,
  startReauthorization,
} from '#services/advocacy/testing/connect-flow.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { createServer } from '#services/platform/http/server.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { DEMO_NETWORKS, demoAccountProviders, demoProviderUrl } from './demo-networks.ts';
import { providerRoutes } from './provider-routes.ts';

const NEW = `type=instagram&origin=${ORIGIN}`;

describeStorages('demo networks', (store) => {
  const provider = createServer(silentLog);
  let service: TestAdvocacy;
  let team: AccountsTeam;

  beforeAll(async () => {
    // The service and the networks need each other's address, so the account types are added later.
    const accountTypes = new Map<string, OAuthAccountType | CredentialsAccountType>();
    service = await startAdvocacy(store.storage, { accountTypes });
    const { clock, baseUrl: advocacyUrl } = service;
    await provider.register(async (app) => providerRoutes(app, { clock, advocacyUrl }), {
      prefix: '/demo',
    });
    await provider.listen({ port: 0, host: '127.0.0.1' });
    const { port } = provider.server.address() as AddressInfo;
    const providers = demoAccountProviders({
      publicUrl: `http://localhost:${port}`,
      ownUrl: `http://127.0.0.1:${port}`,
    });
    for (const [name, type] of createAccountTypes(providers)) accountTypes.set(name, type);
    team = await createAccountsTeam(service);
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  const choicesOn = async (page: URL) => {
    const text = await (await fetch(page)).text();
    return [...text.matchAll(/name="identity" value="(\d+)"[^>]*> ([^<]+) <small>([^<]+)</g)].map(
      ([, id = '', name, username]) => ({ id, name, username }),
    );
  };
  const decide = (page: URL, form: Record<string, string>) =>
    fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const follow = (response: Response) => fetch(response.headers.get('location') ?? '');

  test('have a different origin than the console', async () => {
    expect(demoProviderUrl('http://localhost:4180')).toBe('http://127.0.0.1:4180/demo/provider');
    expect(demoProviderUrl('http://127.0.0.1:4180')).toBe('http://localhost:4180/demo/provider');
    expect(demoProviderUrl('https://a.example')).toBe('https://a.example/demo/provider');
    const page = await startNewConnection(team, NEW);
    expect(page.hostname).toBe('127.0.0.1');
    const response = await fetch(page);
    expect(response.headers.get('cross-origin-opener-policy')).toBeNull();
    const text = await response.text();
    expect(text).toMatch(/<button [^>]*>Authorize<\/button>\s*<button [^>]*>Deny<\/button>/);
  });

  test('have the console’s font at their own origin', async () => {
    const page = await startNewConnection(team, NEW);
    const policy = (await fetch(page)).headers.get('content-security-policy');
    expect(policy).toContain("font-src 'self'");
    const stylesheet = new URL('/demo/provider/provider.css', page);
    const [, font = ''] = /url\("([^"]+)"\)/.exec(await (await fetch(stylesheet)).text()) ?? [];
    const response = await fetch(new URL(font, stylesheet));
    expect(response.headers.get('content-type')).toBe('font/woff2');
  });

  test('may have a plain HTTP address in a local network', () => {
    const providers = demoAccountProviders({
      publicUrl: 'http://patron.lan:4180',
      ownUrl: 'http://192.168.0.5:4180',
    });
    expect([...createAccountTypes(providers).keys()]).toContain('instagram');
    expect(providers[0]).toMatchObject({
      authorizationEndpoint: 'http://patron.lan:4180/demo/provider/instagram/authorize',
      tokenEndpoint: 'http://192.168.0.5:4180/demo/provider/instagram/token',
    });
  });

  test.each(DEMO_NETWORKS.map(({ type }) => type))(
    'connect and reauthorize at %s',
    async (type) => {
      const site = type === 'shopify' ? '&site=acme-goods.myshopify.com' : '';
      const page = await startNewConnection(team, `type=${type}&origin=${ORIGIN}${site}`);
      const [first] = await choicesOn(page);
      const authorized = { decision: 'authorize', identity: first?.id ?? '' };
      const { message } = await postedMessage(await follow(await decide(page, authorized)));
      expect(message).toMatchObject({
        status: 200,
        data: {
          data: {
            attributes: { external_id: first?.id, name: first?.name, username: first?.username },
            meta: { account_type: type },
          },
        },
      });
      const { data } = message.data as { data: { id: string } };

      const again = await startReauthorization(team, Number(data.id), `origin=${ORIGIN}`);
      const [expected, other] = await choicesOn(again);
      expect(expected).toEqual(first);
      const renewed = await follow(await decide(again, authorized));
      expect((await postedMessage(renewed)).message).toMatchObject({
        type: 'account_edit',
        status: 200,
      });

      const wrong = await startReauthorization(team, Number(data.id), `origin=${ORIGIN}`);
      const decided = await decide(wrong, { ...authorized, identity: other?.id ?? '' });
      expect((await follow(decided)).status).toBe(422);
    },
  );

  test('report a denial', async () => {
    const page = await startNewConnection(team, NEW);
    const [{ id: identity } = { id: '' }] = await choicesOn(page);
    const denied = await follow(await decide(page, { decision: 'deny', identity }));
    expect(denied.status).toBe(403);
  });

  test('cut off the opener only if the user chooses so', async () => {
    const page = await startNewConnection(team, NEW);
    const [{ id: identity } = { id: '' }] = await choicesOn(page);
    const form = { decision: 'authorize', identity };
    const plain = await decide(page, form);
    const cut = await decide(page, { ...form, cut: '1' });
    const policies = [plain, cut].map(({ headers }) => headers.get('cross-origin-opener-policy'));
    expect(policies).toEqual([null, 'same-origin']);
  });

  test.each(['redirect_uri', 'client_id', 'code_challenge'])(
    'reject a request with a wrong %s without redirecting',
    async (name) => {
      const page = await startNewConnection(team, NEW);
      if (name === 'code_challenge') page.searchParams.delete(name);
      else page.searchParams.set(name, 'https://evil.example/');
      for (const response of [await fetch(page), await decide(page, { decision: 'authorize' })]) {
        expect(response.status).toBe(400);
        expect(response.headers.get('location')).toBeNull();
      }
    },
  );

  test('issue a code for one exchange, with the right secret and verifier', async () => {
    const page = await startNewConnection(team, NEW);
    const [{ id: identity } = { id: '' }] = await choicesOn(page);
    const decided = await decide(page, { decision: 'authorize', identity });
    const code = new URL(decided.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const endpoint = new URL('/demo/provider/instagram/token', page);
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: page.searchParams.get('redirect_uri') ?? '',
      code_verifier: 'made-up',
    });
    const exchange = (secret: string) =>
      fetch(endpoint, {
        method: 'POST',
        body,
        headers: { authorization: `Basic ${btoa(`patron-demo-connections:${secret}`)}` },
      });
    expect((await exchange('wrong')).status).toBe(401);
    const rejected = await exchange('patron-demo-connections-secret');
    expect([rejected.status, await rejected.json()]).toEqual([400, { error: 'invalid_grant' }]);
    expect((await follow(decided)).status).toBe(422);
  });
});
