import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { credentialsContext } from '#services/advocacy/accounts/account-credentials.ts';
import { findAccount } from '#services/advocacy/accounts/accounts-store.ts';
import type { AccountsTeam } from '#services/advocacy/testing/accounts-team.ts';
import {
  ORIGIN,
  postedMessage,
  redirectedMessage,
  returnFromThirdParty,
  startNewConnection,
  startReauthorization,
} from '#services/advocacy/testing/connect-flow.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import {
  type ConnectService,
  startConnectService,
  TOKENS,
} from '#services/advocacy/testing/start-connect-service.ts';
import type { ThirdParty } from '#services/advocacy/testing/third-party.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const NEW = `type=chirp&origin=${ORIGIN}`;

describeStorages('connect callback', (store) => {
  let connectService: ConnectService;
  let service: TestAdvocacy;
  let thirdParty: ThirdParty;
  let team: AccountsTeam;
  let externalId: number;

  beforeAll(async () => {
    connectService = await startConnectService(store.storage);
    ({ service, thirdParty, team } = connectService);
  });
  beforeEach(() => {
    externalId = connectService.nextAccount();
  });
  afterAll(() => connectService.close());

  describe('creates the account', () => {
    test('and posts its resource to the one allowed origin', async () => {
      const response = await returnFromThirdParty(await startNewConnection(team, NEW));
      const { message, origin } = await postedMessage(response);
      expect(response.status).toBe(200);
      expect(origin).toBe(ORIGIN);
      expect(message).toMatchObject({ type: 'account_new', status: 200 });
      const { data } = message.data as { data: { id: string } };
      expect(data).toEqual((await team.show(data.id)).data);
      expect(data).toMatchObject({
        attributes: {
          external_id: String(externalId),
          name: 'Ünïcode 鳥',
          username: 'birds',
          image_url: 'https://cdn.example.com/birds.png',
          site: null,
          expires_at: new Date(service.clock.now().getTime() + 3_600_000).toISOString(),
          capabilities: ['ingest', 'compose'],
          followers_count: 120,
          follows_count: 7,
          media_count: 0,
          likes_count: null,
        },
        meta: { account_type: 'chirp' },
      });
      const { included } = await team.show(data.id, '?include=subaccounts');
      expect(included?.map(({ attributes }) => attributes?.name)).toEqual(['Songs', 'c2']);
    });

    test('on a page that loads only its own files and keeps its opener', async () => {
      const response = await returnFromThirdParty(await startNewConnection(team, NEW));
      const { headers } = response;
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; .*frame-ancestors 'none'/,
      );
      expect(headers.get('cross-origin-opener-policy')).toBeNull();
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      const page = await response.text();
      expect(page).toContain('<h1>Account connected</h1>');
      expect(page).not.toMatch(/<script(?! src=)|<style| on\w+=/);
      for (const [, file = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
        const asset = await fetch(new URL(file, response.url));
        expect(asset.status).toBe(200);
        expect(asset.headers.get('content-type')).toMatch(/^text\/(css|javascript)/);
      }
    });

    test('and only shows the result without an origin or redirect_uri', async () => {
      const page = await (
        await returnFromThirdParty(await startNewConnection(team, 'type=chirp'))
      ).text();
      expect(page).toContain('<h1>Account connected</h1>');
      expect(page).not.toContain('data-message');
    });

    test('and redirects with the message in Base64, preferring redirect_uri to origin', async () => {
      const back = 'https://console.example/back?keep=a%20b&data=old';
      const query = `${NEW}&redirect_uri=${encodeURIComponent(back)}`;
      const response = await returnFromThirdParty(await startNewConnection(team, query));
      expect(response.status).toBe(303);
      expect(response.headers.get('cross-origin-opener-policy')).toBeNull();
      const { message, location } = redirectedMessage(response);
      expect(`${location.origin}${location.pathname}`).toBe('https://console.example/back');
      expect(location.searchParams.get('keep')).toBe('a b');
      expect(location.searchParams.getAll('data')).toHaveLength(1);
      expect(location.search).not.toMatch(/data=[^&]*[+/=]/);
      expect(message).toMatchObject({
        type: 'account_new',
        status: 200,
        data: { data: { attributes: { name: 'Ünïcode 鳥' } } },
      });
    });

    test('with encrypted credentials', async () => {
      thirdParty.token.body = { ...TOKENS, refresh_token: 'their-refresh-token' };
      const { message } = await postedMessage(
        await returnFromThirdParty(await startNewConnection(team, NEW)),
      );
      const { data } = message.data as { data: { id: string; attributes: object } };
      expect(JSON.stringify(message)).not.toContain('their-');
      // The refresh token outlives the access token, and has no expiry.
      expect(data.attributes).toMatchObject({ expires_at: null });
      const row = await findAccount(store.db, team.teamId, Number(data.id));
      const context = credentialsContext({
        teamId: team.teamId,
        type: 'chirp',
        externalId: String(externalId),
      });
      const decrypted = service.dependencies.encryption.decrypt(row?.credentials ?? '', context);
      expect(JSON.parse(decrypted)).toEqual({
        accessToken: 'their-token',
        refreshToken: 'their-refresh-token',
      });
    });

    test('and escapes the name from the third party', async () => {
      const name = `"><script src="//evil.example"></script>&amp;'`;
      thirdParty.profile.body = { id: externalId, names: { full: name, short: 'a\0b' } };
      const response = await returnFromThirdParty(await startNewConnection(team, NEW));
      const page = await response.clone().text();
      expect(page).not.toContain('<script src="//evil');
      const { message } = await postedMessage(response);
      expect(message.data).toMatchObject({ data: { attributes: { name, username: 'ab' } } });
    });
  });

  describe('requests to the third party', () => {
    test('contain the code, the PKCE verifier and form-encoded Basic credentials', async () => {
      const page = await startNewConnection(team, NEW);
      await returnFromThirdParty(page);
      const [exchange, profile] = thirdParty.requests.slice(-2);
      const { code_verifier: verifier = '', ...form } = Object.fromEntries(exchange?.form ?? []);
      expect(form).toEqual({
        grant_type: 'authorization_code',
        code: 'their-code',
        redirect_uri: `${service.baseUrl}/connect/callback/chirp`,
      });
      expect(await calculatePKCECodeChallenge(verifier)).toBe(
        page.searchParams.get('code_challenge'),
      );
      const basic = btoa('patron+at+chirp:chirp%3Asecret');
      expect(exchange?.headers.authorization).toBe(`Basic ${basic}`);
      expect(profile?.headers.authorization).toBe('Bearer their-token');
    });

    test("use the shop's settings, and accept a token without a type", async () => {
      thirdParty.token.body = { access_token: 'shop-token' };
      const site = 'acme.myshopify.com';
      const page = await startNewConnection(team, `type=shopify&shop=${site}&origin=${ORIGIN}`);
      const { message } = await postedMessage(await returnFromThirdParty(page));
      expect(message.data).toMatchObject({
        data: { attributes: { site, username: 'Ünïcode 鳥' } },
      });
      const [exchange, profile] = thirdParty.requests.slice(-2);
      expect(exchange?.path).toBe(`/${site}/token`);
      expect(Object.fromEntries(exchange?.form ?? [])).toMatchObject({
        client_id: 'patron at chirp',
        client_secret: 'chirp:secret',
        extra: 'yes',
      });
      expect(exchange?.form.has('code_verifier')).toBe(false);
      expect(profile?.path).toBe(`/${site}/profile`);
      expect(profile?.headers['x-access-token']).toBe('shop-token');
      expect(profile?.headers.authorization).toBeUndefined();
    });
  });

  describe('updates an existing account', () => {
    test('when the same external account is authorized', async () => {
      const subaccounts = [
        { externalId: 'c1', name: 'Old name' },
        { externalId: 'c9', name: 'Gone' },
      ];
      const row = await team.addAccount({ externalId: String(externalId), subaccounts });
      const before = await team.show(row.id);
      service.clock.advance(5);
      const response = await returnFromThirdParty(
        await startReauthorization(team, row.id, `origin=${ORIGIN}`),
      );
      const { message } = await postedMessage(response);
      expect(message).toMatchObject({ type: 'account_edit', status: 200 });
      const { data, included } = await team.show(row.id, '?include=subaccounts');
      expect(data.attributes).toMatchObject({
        name: 'Ünïcode 鳥',
        created_at: before.data.attributes.created_at,
        updated_at: service.clock.now().toISOString(),
      });
      expect(included?.map(({ attributes }) => attributes?.name)).toEqual(['Songs', 'c2']);
      expect(included?.[0]?.id).toBe(before.data.relationships?.subaccounts?.data[0]?.id);
      const after = await findAccount(store.db, team.teamId, row.id);
      expect(after?.credentials).not.toBe(row.credentials);
    });

    test('but not with another one: 422, and nothing changes', async () => {
      const row = await team.addAccount({ externalId: 'another account', username: 'owls' });
      const response = await returnFromThirdParty(
        await startReauthorization(team, row.id, `origin=${ORIGIN}`),
      );
      expect(response.status).toBe(422);
      const { message } = await postedMessage(response);
      expect(message).toMatchObject({
        type: 'account_edit',
        status: 422,
        data: { errors: [{ detail: 'You authorized birds, but this account is owls.' }] },
      });
      expect(await findAccount(store.db, team.teamId, row.id)).toEqual(row);
    });

    test('but not one that has been deleted: 404, by message and by redirect', async () => {
      const row = await team.addAccount({ externalId: String(externalId) });
      const page = await startReauthorization(team, row.id, `origin=${ORIGIN}`);
      const redirectUri = 'https://console.example/back';
      const other = await startReauthorization(team, row.id, `redirect_uri=${redirectUri}`);
      await team.request('DELETE', `/accounts/${row.id}`);
      const response = await returnFromThirdParty(page);
      expect(response.status).toBe(404);
      const expected = {
        type: 'account_edit',
        status: 404,
        data: { errors: [{ status: '404', detail: expect.stringMatching(/has been deleted/) }] },
      };
      expect((await postedMessage(response)).message).toMatchObject(expected);
      expect(redirectedMessage(await returnFromThirdParty(other)).message).toMatchObject(expected);
      expect((await team.list(`?filter[external_id]=${externalId}`)).data).toEqual([]);
    });
  });
});
