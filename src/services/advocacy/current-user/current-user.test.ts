import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCurrentUser } from '#contract/advocacy/users.ts';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import { authenticate } from '#services/advocacy/oauth/tokens/bearer.ts';
import {
  addMember,
  createTeam,
  createUser,
  grantAccessToken,
} from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const SCOPES = ['identity', 'identity:write', 'authentication_factors:read'];

describeStorages('current user', (store) => {
  let service: TestAdvocacy;
  let ada: { userId: number; email: string };
  let token: string;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    ada = await createUser(store.db, 'ada@example.com');
    const first = await createTeam(store.db, 'Northwind');
    const second = await createTeam(store.db, 'Harbour Coffee');
    await createTeam(store.db, 'Another team');
    await addMember(store.db, ada.userId, first.teamId, first.writerRoleId);
    await addMember(store.db, ada.userId, second.teamId, second.readerRoleId);
    token = await grant(SCOPES);
  });
  afterAll(() => service.close());

  const grant = (scopes: string[], userId = ada.userId) =>
    grantAccessToken(store.db, service.clock, { userId, scopes });
  const call = (query = '', init: RequestInit = {}, accessToken = token) =>
    fetch(`${service.baseUrl}/v2/me${query}`, {
      ...init,
      headers: { authorization: `Bearer ${accessToken}`, ...init.headers },
    });
  const idTokenFor = async (accessToken: string) => {
    const caller = await authenticate(store.db, service.clock, `Bearer ${accessToken}`);
    if (!caller) throw new Error('The token is unknown');
    return service.dependencies.idTokens.issue(caller);
  };
  const patch = async (data: unknown, { accessToken = token, idToken = '' } = {}) => {
    const id = idToken === '' ? await idTokenFor(accessToken) : idToken;
    const headers = { 'content-type': 'application/vnd.api+json' };
    const body = JSON.stringify({ data });
    return call(
      `?${new URLSearchParams({ id_token: id })}`,
      { method: 'PATCH', headers, body },
      accessToken,
    );
  };
  const change = (email: unknown, userId = ada.userId) => ({
    type: 'user',
    id: String(userId),
    attributes: { email },
  });
  const pointersOf = async (response: Response) => {
    const { errors } = errorDocumentSchema.parse(await response.json());
    return errors.map(({ source }) => source?.pointer ?? source?.parameter);
  };
  const documentOf = async (response: Response) => {
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/vnd.api+json');
    return getCurrentUser.response.parse(await response.json());
  };

  describe('GET /v2/me', () => {
    test('returns the caller, without included unless requested', async () => {
      const document = await documentOf(await call());
      expect(document.data).toMatchObject({
        id: String(ada.userId),
        type: 'user',
        attributes: { email: 'ada@example.com' },
      });
      expect(document).not.toHaveProperty('included');
      expect(JSON.stringify(document)).not.toMatch(/hash|password/i);
    });

    test('includes the user’s teams with their role in each', async () => {
      const { data, included } = await documentOf(await call('?include=teams'));
      expect(included).toEqual([
        expect.objectContaining({
          type: 'team',
          attributes: { name: 'Northwind' },
          meta: {
            role: 'Administrator',
            can_write: true,
            can_administer: true,
            administrators: ['ada'],
          },
        }),
        expect.objectContaining({
          type: 'team',
          attributes: { name: 'Harbour Coffee' },
          meta: { role: 'Viewer', can_write: false, can_administer: false, administrators: [] },
        }),
      ]);
      expect(data.relationships?.teams?.data).toEqual(
        included?.map(({ id, type }) => ({ id, type })),
      );
    });

    test('returns an empty list if there is nothing to include', async () => {
      const { included } = await documentOf(await call('?include=authentication_factors'));
      expect(included).toEqual([]);
    });

    test('includes factors and teams together, once each', async () => {
      const attributes = { type: 'out_of_band', channel: 'email', status: 'active' } as const;
      const row = { ...attributes, userId: ada.userId, isDefault: true, createdAt: new Date() };
      await store.db.insert(authenticationFactors).values(row);
      const include = 'authentication_factors,teams,teams';
      const { data, included } = await documentOf(await call(`?include=${include}`));
      expect(included?.map(({ type }) => type)).toEqual(['authentication_factor', 'team', 'team']);
      expect(included?.[0]?.attributes).toMatchObject(attributes);
      expect(data.relationships?.authentication_factors?.data).toHaveLength(1);
    });

    test('requires the scope of factors to include them', async () => {
      const narrow = await grant(['identity']);
      expect((await call('?include=authentication_factors', {}, narrow)).status).toBe(403);
      expect((await call('?include=teams', {}, narrow)).status).toBe(200);
      // A missing scope is reported before other errors (decisions.md, 7).
      const invalidQuery = '?include=teams,authentication_factors&sort=email';
      expect((await call(invalidQuery, {}, narrow)).status).toBe(403);
    });

    test.each([
      ['?include=boards', 'include'],
      ['?include=teams.roles', 'include'],
      ['?sort=email', 'sort'],
      ['?page[size]=5', 'page[size]'],
    ])('rejects %s with 400 at the parameter', async (query, parameter) => {
      const response = await call(query);
      expect(response.status).toBe(400);
      expect(await pointersOf(response)).toEqual([parameter]);
    });

    test('ignores an id_token, and forbids caching and referrers', async () => {
      const { status, headers } = await call('?id_token=x');
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    });

    test('returns 401 without a token and 403 without the scope', async () => {
      expect((await fetch(`${service.baseUrl}/v2/me`)).status).toBe(401);
      expect((await call('', {}, await grant(['teams:read']))).status).toBe(403);
    });
  });

  describe('PATCH /v2/me', () => {
    test('changes the email address and notifies both', async () => {
      const user = await createUser(store.db, 'before@example.com');
      const userToken = await grant(SCOPES, user.userId);
      const response = await patch(change('After@xn--mnchen-3ya.xn--p1ai', user.userId), {
        accessToken: userToken,
      });
      expect((await documentOf(response)).data.attributes.email).toBe(
        'After@xn--mnchen-3ya.xn--p1ai',
      );
      const sent = await store.db.select().from(messages).orderBy(desc(messages.id)).limit(2);
      expect(sent.map(({ channel, to }) => [channel, to]).sort()).toEqual([
        ['email', 'After@xn--mnchen-3ya.xn--p1ai'],
        ['email', 'before@example.com'],
      ]);
    });

    test('changes nothing for the same address or no attributes', async () => {
      const before = await store.db.$count(messages);
      for (const data of [change(ada.email), { ...change(0), attributes: {} }]) {
        expect((await patch(data)).status).toBe(200);
      }
      expect(await store.db.$count(messages)).toBe(before);
    });

    test('rejects an address in use, in any case, with 422 at the attribute', async () => {
      await createUser(store.db, 'taken@example.com');
      const before = await store.db.$count(messages);
      const response = await patch(change('TAKEN@example.com'));
      expect(response.status).toBe(422);
      expect(await pointersOf(response)).toEqual(['/data/attributes/email']);
      expect(await store.db.$count(messages)).toBe(before);
    });

    test('changes the address at most ten times a day, rejected ones included', async () => {
      const { userId } = await createUser(store.db, 'restless@example.com');
      await createUser(store.db, 'occupied@example.com');
      const accessToken = await grant(SCOPES, userId);
      const before = await store.db.$count(messages);
      for (let time = 0; time < 10; time += 1) {
        const email = time % 2 ? 'occupied@example.com' : `restless${time}@example.com`;
        expect((await patch(change(email, userId), { accessToken })).status).toBe(
          time % 2 ? 422 : 200,
        );
      }
      const rejected = await patch(change('one-more@example.com', userId), { accessToken });
      expect(rejected.status).toBe(429);
      expect(rejected.headers.get('retry-after')).toBe('86400');
      expect((await store.db.$count(messages)) - before).toBe(10);
    });

    test('gives an address to only one of several parallel requests', async () => {
      const people = await Promise.all(
        Array.from({ length: 6 }, (_, index) => createUser(store.db, `racer${index}@example.com`)),
      );
      const responses = await Promise.all(
        people.map(async ({ userId }) =>
          patch(change('prize@example.com', userId), { accessToken: await grant(SCOPES, userId) }),
        ),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 422, 422, 422, 422, 422]);
    });

    test.each([
      '',
      'nobody',
      'a@b',
      'a b@example.com',
      'a\0@example.com',
      `${'x'.repeat(250)}@example.com`,
      5,
      null,
      ['a@example.com'],
    ])('rejects the address %j with 422 at the attribute', async (email) => {
      const response = await patch(change(email));
      expect(response.status).toBe(422);
      expect(new Set(await pointersOf(response))).toEqual(new Set(['/data/attributes/email']));
    });

    test('rejects a missing or invalid id_token with 403 and the code 403', async () => {
      const headers = { 'content-type': 'application/vnd.api+json' };
      const body = JSON.stringify({ data: change('new@example.com') });
      const without = await call('', { method: 'PATCH', headers, body });
      for (const response of [without, await patch(change('new@example.com'), { idToken: 'x' })]) {
        expect(response.status).toBe(403);
        const { errors } = errorDocumentSchema.parse(await response.json());
        expect(errors[0]?.code).toBe('403');
      }
    });

    test('returns 409 for another id or type, and 422 without an id', async () => {
      expect((await patch(change('new@example.com', ada.userId + 1))).status).toBe(409);
      expect((await patch({ ...change('new@example.com'), type: 'team' })).status).toBe(409);
      // The id is checked before the attributes (decisions.md, 7).
      expect((await patch(change('no address', ada.userId + 1))).status).toBe(409);
      expect((await patch({ ...change('new@example.com'), id: ada.userId })).status).toBe(409);
      const { id: _, ...withoutId } = change('new@example.com');
      expect((await patch(withoutId)).status).toBe(422);
    });

    test('returns 403 without identity:write, before checking the id_token', async () => {
      const narrow = await grant(['identity']);
      const response = await call('', { method: 'PATCH' }, narrow);
      const { errors } = errorDocumentSchema.parse(await response.json());
      expect([response.status, errors[0]?.code]).toEqual([403, '4030000']);
    });

    test('rejects other methods with 405', async () => {
      const response = await call('', { method: 'DELETE' });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toContain('PATCH');
    });
  });
});
