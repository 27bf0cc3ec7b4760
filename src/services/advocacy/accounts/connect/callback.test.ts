import { eq } from 'drizzle-orm';
import { calculatePKCECodeChallenge } from 'oauth4webapi';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeStorages } from '../../../platform/testing/storages.ts';
import { memberships } from '../../teams/teams-table.ts';
import { type AccountsTeam, createAccountsTeam } from '../../testing/accounts-team.ts';
import {
  beginEdit,
  beginNew,
  carriedBy,
  comeBack,
  ORIGIN,
  postedBy,
} from '../../testing/connection.ts';
import { startAdvocacy, type TestAdvocacy } from '../../testing/start-advocacy.ts';
import { CHIRP_PROFILE, startThirdParty, type ThirdParty } from '../../testing/third-party.ts';
import { credentialsContext } from '../account-credentials.ts';
import { createAccountTypes } from '../account-types.ts';
import { findAccount } from '../accounts-store.ts';
import { connectStates } from './connect-states-table.ts';

const NEW = `type=chirp&origin=${ORIGIN}`;
const TOKENS = { access_token: 'their-token', token_type: 'Bearer', expires_in: 3600 };

describeStorages('the way back from a third party', (store) => {
  let thirdParty: ThirdParty;
  let service: TestAdvocacy;
  let team: AccountsTeam;
  let externalId = 1000;

  beforeAll(async () => {
    thirdParty = await startThirdParty();
    const accountTypes = createAccountTypes(thirdParty.providers);
    service = await startAdvocacy(store.storage, { accountTypes });
    team = await createAccountsTeam(service);
  });
  beforeEach(() => {
    externalId += 1;
    thirdParty.token = { status: 200, body: TOKENS };
    thirdParty.profile = { status: 200, body: { ...CHIRP_PROFILE, id: externalId } };
  });
  afterAll(async () => {
    await service.close();
    await thirdParty.close();
  });

  const expectRefusal = async (response: Response, status: number) => {
    expect(response.status).toBe(status);
    const { message } = await postedBy(response);
    expect(message).toMatchObject({ status, data: { errors: [{ status: String(status) }] } });
    return message;
  };

  describe('connects the account', () => {
    test('and posts it, as the API shows it, to the one origin', async () => {
      const response = await comeBack(await beginNew(team, NEW));
      const { message, origin } = await postedBy(response);
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

    test('on a page that loads only our own files, and cuts no window off', async () => {
      const response = await comeBack(await beginNew(team, NEW));
      const { headers } = response;
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'none'/,
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

    test('and only tells the person where there is nobody to report to', async () => {
      const page = await (await comeBack(await beginNew(team, 'type=chirp'))).text();
      expect(page).toContain('<h1>Account connected</h1>');
      expect(page).not.toContain('data-message');
    });

    test('and redirects with the message in Base64 of its UTF-8; redirect_uri wins', async () => {
      const back = 'https://console.example/back?keep=a%20b&data=old';
      const query = `${NEW}&redirect_uri=${encodeURIComponent(back)}`;
      const response = await comeBack(await beginNew(team, query));
      expect(response.status).toBe(303);
      expect(response.headers.get('cross-origin-opener-policy')).toBeNull();
      const { message, location } = carriedBy(response);
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

    test('with the credentials encrypted in its row', async () => {
      thirdParty.token.body = { ...TOKENS, refresh_token: 'their-refresh-token' };
      const { message } = await postedBy(await comeBack(await beginNew(team, NEW)));
      const { data } = message.data as { data: { id: string; attributes: object } };
      expect(JSON.stringify(message)).not.toContain('their-');
      // The refresh token outlives the access token, and says no end.
      expect(data.attributes).toMatchObject({ expires_at: null });
      const row = await findAccount(store.db, team.teamId, Number(data.id));
      const context = credentialsContext({
        teamId: team.teamId,
        type: 'chirp',
        externalId: String(externalId),
      });
      const opened = service.dependencies.encryption.decrypt(row?.credentials ?? '', context);
      expect(JSON.parse(opened)).toEqual({
        accessToken: 'their-token',
        refreshToken: 'their-refresh-token',
      });
    });

    test('escapes what a third party calls it', async () => {
      const name = `"><script src="//evil.example"></script>&amp;'`;
      thirdParty.profile.body = { id: externalId, names: { full: name, short: 'a\0b' } };
      const response = await comeBack(await beginNew(team, NEW));
      const page = await response.clone().text();
      expect(page).not.toContain('<script src="//evil');
      const { message } = await postedBy(response);
      expect(message.data).toMatchObject({ data: { attributes: { name, username: 'ab' } } });
    });
  });

  describe('asks the third party', () => {
    test('with the code, the PKCE verifier and Basic credentials, form-encoded', async () => {
      const page = await beginNew(team, NEW);
      await comeBack(page);
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

    test("in a shop's own way, where the token has no type", async () => {
      thirdParty.token.body = { access_token: 'shop-token' };
      const site = 'acme.myshopify.com';
      const page = await beginNew(team, `type=shopify&shop=${site}&origin=${ORIGIN}`);
      const { message } = await postedBy(await comeBack(page));
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

  describe('renews an account', () => {
    test('when the same external account is authorized', async () => {
      const parts = [
        { externalId: 'c1', name: 'Old name' },
        { externalId: 'c9', name: 'Gone' },
      ];
      const row = await team.addAccount({ externalId: String(externalId), subaccounts: parts });
      const before = await team.show(row.id);
      service.clock.advance(5);
      const response = await comeBack(await beginEdit(team, row.id, `origin=${ORIGIN}`));
      const { message } = await postedBy(response);
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
      const row = await team.addAccount({ externalId: 'somebody else', username: 'owls' });
      const response = await comeBack(await beginEdit(team, row.id, `origin=${ORIGIN}`));
      const message = await expectRefusal(response, 422);
      expect(message).toMatchObject({
        type: 'account_edit',
        data: { errors: [{ detail: 'You authorized birds, but this account is owls.' }] },
      });
      expect(await findAccount(store.db, team.teamId, row.id)).toEqual(row);
    });

    test('but not one that was deleted meanwhile', async () => {
      const row = await team.addAccount({ externalId: String(externalId) });
      const page = await beginEdit(team, row.id, `origin=${ORIGIN}`);
      await team.request('DELETE', `/accounts/${row.id}`);
      // What was under way for it went with it.
      expect((await comeBack(page)).status).toBe(400);
      expect((await team.list(`?filter[external_id]=${externalId}`)).data).toEqual([]);
    });
  });

  describe('refuses', () => {
    test('an account that is connected to the team already; another team may connect it', async () => {
      await comeBack(await beginNew(team, NEW));
      await expectRefusal(await comeBack(await beginNew(team, NEW)), 422);
      const other = await createAccountsTeam(service);
      expect((await comeBack(await beginNew(other, NEW))).status).toBe(200);
    });

    test('all but one of parallel connections of one account', async () => {
      const pages = await Promise.all(Array.from({ length: 6 }, () => beginNew(team, NEW)));
      const responses = await Promise.all(pages.map((page) => comeBack(page)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(422)]);
    });

    test('with 403 when the person denies it there, by message and by redirect', async () => {
      const denied = { error: 'access_denied', error_description: '<b>no</b>' };
      const message = await expectRefusal(await comeBack(await beginNew(team, NEW), denied), 403);
      expect(message.data).toMatchObject({ errors: [{ code: '4030000' }] });
      const page = await beginNew(team, 'type=chirp&redirect_uri=https://console.example/back');
      const carried = carriedBy(await comeBack(page, denied));
      expect(carried.message).toMatchObject({ type: 'account_new', status: 403 });
    });

    test.each<[string, Record<string, string>, number]>([
      ['no code', {}, 422],
      ['an empty code', { code: '' }, 422],
      ['an issuer that is not theirs', { code: 'x', iss: 'https://evil.example' }, 422],
      ['a fault of theirs', { error: 'server_error' }, 502],
    ])('an answer with %s', async (_case, answer, status) => {
      await expectRefusal(await comeBack(await beginNew(team, NEW), answer), status);
    });

    test.each<[string, Partial<Pick<ThirdParty, 'token' | 'profile'>>, number]>([
      ['refuses the code', { token: { status: 400, body: { error: 'invalid_grant' } } }, 422],
      ['does not know us', { token: { status: 401, body: { error: 'invalid_client' } } }, 502],
      ['is broken', { token: { status: 500, body: 'oops' } }, 502],
      ['answers no JSON', { token: { status: 200, body: '{oops' } }, 502],
      ['answers no token', { token: { status: 200, body: {} } }, 502],
      ['answers a list', { token: { status: 200, body: [] } }, 502],
      ['withholds the profile', { profile: { status: 403, body: {} } }, 502],
      ['answers a broken profile', { profile: { status: 200, body: '<html>' } }, 502],
      ['does not say who it is', { profile: { status: 200, body: { id: null } } }, 502],
      ['answers null', { profile: { status: 200, body: 'null' } }, 502],
    ])('what a third party says that %s', async (_case, answers, status) => {
      Object.assign(thirdParty, answers);
      await expectRefusal(await comeBack(await beginNew(team, NEW)), status);
    });

    test('who left the team, or may only read by now', async () => {
      const leaver = await team.member(team.writerRoleId);
      const begin = async () => {
        const path = `/accounts/new?${NEW}`;
        const { body } = await team.request('GET', path, { token: leaver.token });
        return new URL((body as { data: { attributes: { url: string } } }).data.attributes.url);
      };
      const [first, second] = [await begin(), await begin()];
      const mine = eq(memberships.userId, leaver.userId);
      await store.db.update(memberships).set({ roleId: team.readerRoleId }).where(mine);
      await expectRefusal(await comeBack(first), 403);
      await store.db.delete(memberships).where(mine);
      await expectRefusal(await comeBack(second), 403);
    });
  });

  describe('takes a state', () => {
    test('once, of any number of parallel callbacks', async () => {
      const page = await beginNew(team, NEW);
      const responses = await Promise.all(Array.from({ length: 8 }, () => comeBack(page)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
      expect((await comeBack(page)).status).toBe(400);
    });

    test('that failed not once more', async () => {
      const page = await beginNew(team, NEW);
      await comeBack(page, { error: 'access_denied' });
      expect((await comeBack(page)).status).toBe(400);
    });

    test('for ten minutes, and says so to who waits', async () => {
      const [inTime, late] = [await beginNew(team, NEW), await beginNew(team, NEW)];
      service.clock.advance(599);
      expect((await comeBack(inTime)).status).toBe(200);
      service.clock.advance(1);
      await expectRefusal(await comeBack(late), 422);
    });

    test("at its own network's callback only", async () => {
      const page = await beginNew(team, NEW);
      const callback = `${service.baseUrl}/connect/callback/bare`;
      page.searchParams.set('redirect_uri', callback);
      await expectRefusal(await comeBack(page), 422);
    });

    test.each(['', '?state=', '?state=made-up&code=x', '?state=%00', '?state=a&state=b'])(
      'and none that it never gave out: %s',
      async (query) => {
        const response = await fetch(`${service.baseUrl}/connect/callback/chirp${query}`);
        expect(response.status).toBe(400);
        const page = await response.text();
        expect(page).toContain('<h1>Account not connected</h1>');
        expect(page).not.toContain('data-message');
      },
    );

    test('stores neither it nor the verifier in the clear, and forgets old ones', async () => {
      const page = await beginNew(team, NEW);
      const state = page.searchParams.get('state') ?? '-';
      const stored = JSON.stringify(await store.db.select().from(connectStates));
      expect(stored).not.toContain(state);
      service.clock.advance(86_400 + 601);
      // The access token has expired by then.
      await beginNew(await createAccountsTeam(service), NEW);
      expect(await store.db.select().from(connectStates)).toHaveLength(1);
    });
  });
});
