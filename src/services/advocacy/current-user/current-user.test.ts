import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import {
  type CurrentUserClient,
  createCurrentUserClient,
  currentUserOf,
  sourcesOf,
} from '#services/advocacy/testing/current-user-client.ts';
import { addMember, createTeam, createUser } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const SCOPES = ['identity', 'authentication_factors:read'];

describeStorages('GET /v2/me', (store) => {
  let service: TestAdvocacy;
  let ada: { userId: number; email: string };
  let client: CurrentUserClient;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    ada = await createUser(store.db, 'ada@example.com');
    const first = await createTeam(store.db, 'Northwind');
    const second = await createTeam(store.db, 'Harbour Coffee');
    await createTeam(store.db, 'Another team');
    await addMember(store.db, ada.userId, first.teamId, first.writerRoleId);
    await addMember(store.db, ada.userId, second.teamId, second.readerRoleId);
    client = await createCurrentUserClient(service, ada.userId, SCOPES);
  });
  afterAll(() => service.close());

  test('returns the caller, without included unless requested', async () => {
    const document = await currentUserOf(await client.call());
    expect(document.data).toMatchObject({
      id: String(ada.userId),
      type: 'user',
      attributes: { email: 'ada@example.com' },
    });
    expect(document).not.toHaveProperty('included');
    expect(JSON.stringify(document)).not.toMatch(/hash|password/i);
  });

  test('includes the user’s teams with their role in each', async () => {
    const { data, included } = await currentUserOf(await client.call('?include=teams'));
    expect(included).toEqual([
      expect.objectContaining({
        type: 'team',
        attributes: { name: 'Northwind' },
        meta: {
          role: 'Administrator',
          role_kind: 'administrator',
          can_write: true,
          can_administer: true,
          administrators: [],
        },
      }),
      expect.objectContaining({
        type: 'team',
        attributes: { name: 'Harbour Coffee' },
        meta: {
          role: 'Viewer',
          role_kind: 'viewer',
          can_write: false,
          can_administer: false,
          administrators: [],
        },
      }),
    ]);
    expect(data.relationships?.teams?.data).toEqual(
      included?.map(({ id, type }) => ({ id, type })),
    );
  });

  test('returns an empty list if there is nothing to include', async () => {
    const { included } = await currentUserOf(await client.call('?include=authentication_factors'));
    expect(included).toEqual([]);
  });

  test('includes factors and teams together, once each', async () => {
    const attributes = { type: 'out_of_band', channel: 'email', status: 'active' } as const;
    const row = { ...attributes, userId: ada.userId, isDefault: true, createdAt: new Date() };
    await store.db.insert(authenticationFactors).values(row);
    const include = 'authentication_factors,teams,teams';
    const { data, included } = await currentUserOf(await client.call(`?include=${include}`));
    expect(included?.map(({ type }) => type)).toEqual(['authentication_factor', 'team', 'team']);
    expect(included?.[0]?.attributes).toMatchObject(attributes);
    expect(data.relationships?.authentication_factors?.data).toHaveLength(1);
  });

  test('requires the scope of factors to include them', async () => {
    const narrow = await client.grant(['identity']);
    expect((await client.call('?include=authentication_factors', {}, narrow)).status).toBe(403);
    expect((await client.call('?include=teams', {}, narrow)).status).toBe(200);
    // A missing scope is reported before other errors (decisions.md, 7).
    const invalidQuery = '?include=teams,authentication_factors&sort=email';
    expect((await client.call(invalidQuery, {}, narrow)).status).toBe(403);
  });

  test.each([
    ['?include=boards', 'include'],
    ['?include=teams.roles', 'include'],
    ['?sort=email', 'sort'],
    ['?page[size]=5', 'page[size]'],
  ])('rejects %s with 400 at the parameter', async (query, parameter) => {
    const response = await client.call(query);
    expect(response.status).toBe(400);
    expect(await sourcesOf(response)).toEqual([parameter]);
  });

  test('ignores an id_token, and forbids caching and referrers', async () => {
    const { status, headers } = await client.call('?id_token=x');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('returns 401 without a token and 403 without the scope', async () => {
    expect((await fetch(`${service.baseUrl}/v2/me`)).status).toBe(401);
    expect((await client.call('', {}, await client.grant(['teams:read']))).status).toBe(403);
  });
});
