import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCurrentUser } from '#contract/advocacy/users.ts';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import {
  addMember,
  createTeam,
  createUser,
  grantAccessToken,
} from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

const SCOPES = ['identity', 'authentication_factors:read'];

describeStorages('GET /v2/me', (store) => {
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
  const pointersOf = async (response: Response) => {
    const { errors } = errorDocumentSchema.parse(await response.json());
    return errors.map(({ source }) => source?.pointer ?? source?.parameter);
  };
  const documentOf = async (response: Response) => {
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/vnd.api+json');
    return getCurrentUser.response.parse(await response.json());
  };

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
