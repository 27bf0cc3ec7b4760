import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { authenticate } from '#services/advocacy/oauth/tokens/bearer.ts';
import {
  type CurrentUserClient,
  createCurrentUserClient,
  currentUserOf,
  sourcesOf,
} from '#services/advocacy/testing/current-user-client.ts';
import { createUser } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const SCOPES = ['identity', 'identity:write'];

describeBothStorages('PATCH /v2/me', (store) => {
  let service: TestAdvocacy;
  let ada: { userId: number; email: string };
  let client: CurrentUserClient;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    ada = await createUser(store.db, 'ada@example.com');
    client = await createCurrentUserClient(service, ada.userId, SCOPES);
  });
  afterAll(() => service.close());

  const idTokenFor = async (accessToken: string) => {
    const caller = await authenticate(store.db, service.clock, `Bearer ${accessToken}`);
    if (!caller) throw new Error('The token is unknown');
    return service.dependencies.idTokens.issue(caller);
  };
  const patch = async (data: unknown, { accessToken = client.token, idToken = '' } = {}) => {
    const id = idToken === '' ? await idTokenFor(accessToken) : idToken;
    const headers = { 'content-type': 'application/vnd.api+json' };
    const body = JSON.stringify({ data });
    return client.call(
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

  test('changes the email address and notifies both', async () => {
    const user = await createUser(store.db, 'before@example.com');
    const userToken = await client.grant(SCOPES, user.userId);
    const response = await patch(change('After@xn--mnchen-3ya.xn--p1ai', user.userId), {
      accessToken: userToken,
    });
    expect((await currentUserOf(response)).data.attributes.email).toBe(
      'After@xn--mnchen-3ya.xn--p1ai',
    );
    const sent = await store.db.select().from(messages).orderBy(desc(messages.id)).limit(3);
    expect(sent.map(({ channel, to }) => [channel, to]).sort()).toEqual([
      // The notice, and a code.
      ['email', 'After@xn--mnchen-3ya.xn--p1ai'],
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
    expect(await sourcesOf(response)).toEqual(['/data/attributes/email']);
    expect(await store.db.$count(messages)).toBe(before);
  });

  test('changes the address at most ten times a day, rejected ones included', async () => {
    const { userId } = await createUser(store.db, 'restless@example.com');
    await createUser(store.db, 'occupied@example.com');
    const accessToken = await client.grant(SCOPES, userId);
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
    expect((await store.db.$count(messages)) - before).toBe(15);
  });

  test('gives an address to only one of several parallel requests', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, index) => createUser(store.db, `racer${index}@example.com`)),
    );
    const responses = await Promise.all(
      people.map(async ({ userId }) =>
        patch(change('prize@example.com', userId), {
          accessToken: await client.grant(SCOPES, userId),
        }),
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
    expect(new Set(await sourcesOf(response))).toEqual(new Set(['/data/attributes/email']));
  });

  test('rejects a missing or invalid id_token with 403 and the code 403', async () => {
    const headers = { 'content-type': 'application/vnd.api+json' };
    const body = JSON.stringify({ data: change('new@example.com') });
    const without = await client.call('', { method: 'PATCH', headers, body });
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
    const narrow = await client.grant(['identity']);
    const response = await client.call('', { method: 'PATCH' }, narrow);
    const { errors } = errorDocumentSchema.parse(await response.json());
    expect([response.status, errors[0]?.code]).toEqual([403, '4030000']);
  });

  test('rejects other methods with 405', async () => {
    const response = await client.call('', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('PATCH');
  });
});
