import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AccountsTeam,
  createAccountsTeam,
  createdAccount,
  errorSummary,
} from '#services/advocacy/testing/accounts-team.ts';
import type { TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import {
  type ConnectService,
  startConnectService,
} from '#services/advocacy/testing/start-connect-service.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { credentialsContext } from './account-credentials.ts';
import { accounts } from './accounts-table.ts';
import { socialFeeds } from './social-feeds-table.ts';

const SFTP = {
  type: 'sftp',
  access_token: 'ada',
  secret: 'demo secret',
  site: 'sftp://Files.Example.com:22/feed/',
};

describeBothStorages('accounts connected with credentials', (store) => {
  let connectService: ConnectService;
  let service: TestAdvocacy;
  let team: AccountsTeam;

  beforeAll(async () => {
    connectService = await startConnectService(store.storage);
    ({ service, team } = connectService);
  });
  afterAll(() => connectService.close());

  test('are created with encrypted credentials', async () => {
    const response = await team.create(SFTP);
    const account = createdAccount(response);
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(account.links?.self);
    expect(account).toMatchObject({
      attributes: {
        external_id: 'ada@files.example.com/feed',
        name: 'ada@files.example.com',
        username: 'ada',
        site: 'sftp://files.example.com/feed',
        image_url: null,
        expires_at: null,
        likes_count: null,
      },
      meta: { account_type: 'sftp' },
    });
    expect(JSON.stringify(response.body)).not.toContain('demo secret');

    const [row] = await store.db
      .select()
      .from(accounts)
      .where(eq(accounts.id, Number(account.id)));
    expect(row?.credentials).not.toContain('demo secret');
    const decrypt = (teamId: number) =>
      service.dependencies.encryption.decrypt(
        row?.credentials ?? '',
        credentialsContext({ teamId, type: 'sftp', externalId: 'ada@files.example.com/feed' }),
      );
    expect(JSON.parse(decrypt(team.teamId))).toEqual({ accessToken: 'ada', secret: 'demo secret' });
    expect(() => decrypt(team.teamId + 1)).toThrow();
  });

  test('are unique per team by user and normalized site', async () => {
    const other = await createAccountsTeam(service);
    await team.create({ ...SFTP, access_token: 'grace' });
    const again = await team.create({
      ...SFTP,
      access_token: 'grace',
      secret: 'another',
      site: 'sftp://files.example.com/feed',
    });
    expect(errorSummary(again)).toEqual({
      status: 422,
      codes: ['422'],
      sources: ['/data/attributes/access_token'],
    });
    expect((await other.create({ ...SFTP, access_token: 'grace' })).status).toBe(201);
  });

  test('are created by only one of several parallel requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => team.create({ ...SFTP, access_token: 'parallel' })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(7).fill(422)]);
  });

  test.each([
    ['without credentials', { type: 'sftp' }, ['access_token', 'secret', 'site']],
    ['with empty ones', { ...SFTP, access_token: '', secret: '' }, ['access_token', 'secret']],
    ['with null', { ...SFTP, secret: null }, ['secret']],
    ['with a number', { ...SFTP, secret: 1 }, ['secret']],
    ['with an invalid site', { ...SFTP, site: 'https://files.example.com' }, ['site']],
    ['without a type', { access_token: 'ada' }, ['type']],
    ['of an unknown type', { ...SFTP, type: 'carrier_pigeon' }, ['type']],
    ['of a type connected by OAuth', { ...SFTP, type: 'chirp' }, ['type']],
    ['with an unstorable character', { ...SFTP, access_token: 'a\0' }, ['access_token']],
  ])('are rejected %s', async (_case, attributes, names) => {
    expect(errorSummary(await team.create(attributes))).toEqual({
      status: 422,
      codes: ['422'],
      sources: names.map((name) => `/data/attributes/${name}`),
    });
  });

  test('are rejected in other documents', async () => {
    const post = (body: unknown) => team.request('POST', '/accounts', { body });
    const responses = await Promise.all([
      post({}),
      post({ data: { type: 'domain', attributes: SFTP } }),
      post({ data: { type: 'account', id: '7', attributes: SFTP } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([422, 409, 403]);
  });

  test("can't be created or deleted with view-only access", async () => {
    const { token } = team.reader;
    const body = { data: { type: 'account', attributes: { ...SFTP, access_token: 'reader' } } };
    const created = await team.request('POST', '/accounts', { token, body });
    const { id } = await team.addAccount();
    const removed = await team.request('DELETE', `/accounts/${id}`, { token });
    expect([created, removed].map(errorSummary)).toEqual(
      Array(2).fill({ status: 403, codes: ['4030000'], sources: [undefined] }),
    );
  });

  test('are deleted by only one of several parallel requests', async () => {
    const { id } = await team.addAccount();
    const removed = await Promise.all(
      Array.from({ length: 4 }, () => team.request('DELETE', `/accounts/${id}`)),
    );
    expect(removed.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect(removed.find(({ status }) => status === 204)?.body).toBeUndefined();
    expect((await team.request('GET', `/accounts/${id}`)).status).toBe(404);
  });

  test("can't be deleted while a social feed uses them", async () => {
    const { id: accountId } = await team.addAccount();
    const [feed] = await store.db
      .insert(socialFeeds)
      .values({ teamId: team.teamId, accountId, name: 'Feed' })
      .returning();
    const rejected = await team.request('DELETE', `/accounts/${accountId}`);
    expect(errorSummary(rejected)).toEqual({
      status: 403,
      codes: ['4030000'],
      sources: [undefined],
    });
    await store.db.delete(socialFeeds).where(eq(socialFeeds.id, feed?.id as number));
    expect((await team.request('DELETE', `/accounts/${accountId}`)).status).toBe(204);
  });
});
