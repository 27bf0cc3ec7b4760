import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AccountsTeam,
  createAccountsTeam,
  errorSummary,
} from '#services/advocacy/testing/accounts-team.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { socialFeeds } from './social-feeds-table.ts';

describeBothStorages('GET accounts', (store) => {
  let service: TestAdvocacy;
  let team: AccountsTeam;
  let otherTeam: AccountsTeam;
  let ids: string[];

  const externalIds = async (query: string) =>
    (await team.list(query)).data.map(({ attributes }) => attributes.external_id);

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    team = await createAccountsTeam(service);
    otherTeam = await createAccountsTeam(service);
    const now = service.clock.now();
    const soon = { followersCount: 5, expiresAt: addSeconds(now, 60) };
    const rows = [
      await team.addAccount({ externalId: 'a', name: 'Beech', ...soon, capabilities: ['compose'] }),
      await team.addAccount({ externalId: 'b', name: 'Ash', type: 'bare', followersCount: 9 }),
      await team.addAccount({
        externalId: 'c',
        name: 'Cedar',
        site: 'x.example',
        followersCount: 5,
        expiresAt: addSeconds(now, 30),
        capabilities: ['ingest', 'compose'],
        subaccounts: ['One', 'Two'].map((name, index) => ({ externalId: `${index + 1}`, name })),
      }),
    ];
    ids = rows.map(({ id }) => String(id));
    const [beech] = rows;
    await store.db.insert(socialFeeds).values(
      ['First', 'Second'].map((name) => ({
        teamId: team.teamId,
        accountId: beech?.id as number,
        name,
      })),
    );
    await otherTeam.addAccount({ externalId: 'elsewhere' });
  });
  afterAll(() => service.close());

  test('shows all fields, relationships, meta and links of an account, but no credentials', async () => {
    const raw = await team.request('GET', `/accounts/${ids[2]}`);
    const { data } = await team.show(ids[2] as string);
    expect(data).toEqual({
      id: ids[2],
      type: 'account',
      attributes: {
        external_id: 'c',
        name: 'Cedar',
        username: 'birds',
        image_url: null,
        site: 'x.example',
        expires_at: addSeconds(service.clock.now(), 30).toISOString(),
        capabilities: ['ingest', 'compose'],
        meta: {},
        followers_count: 5,
        follows_count: 0,
        media_count: 0,
        likes_count: null,
        created_at: service.clock.now().toISOString(),
        updated_at: service.clock.now().toISOString(),
      },
      relationships: {
        social_feeds: { data: [], meta: { count: 0 } },
        subaccounts: {
          data: [
            { type: 'subaccount', id: expect.any(String) },
            { type: 'subaccount', id: expect.any(String) },
          ],
          meta: { included: false },
        },
      },
      links: { self: `${service.baseUrl}/v2/teams/${team.teamId}/accounts/${ids[2]}` },
      meta: { account_type: 'chirp' },
    });
    expect(JSON.stringify(raw.body)).not.toMatch(/stored-token|credential/);
    expect(raw.headers.get('content-type')).toBe('application/vnd.api+json');
  });

  test("lists only the team's accounts, newest first, with their total", async () => {
    const { data, meta } = await team.list();
    expect(data.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(meta).toEqual({ total: 3 });
  });

  test.each([
    ['name', ['b', 'a', 'c']],
    ['-name', ['c', 'a', 'b']],
    ['followers_count', ['a', 'c', 'b']],
    ['-followers_count', ['b', 'c', 'a']],
    ['followers_count,-name', ['c', 'a', 'b']],
    ['expires_at', ['c', 'a', 'b']],
    ['-expires_at', ['a', 'c', 'b']],
    ['created_at,id', ['a', 'b', 'c']],
    ['-id', ['c', 'b', 'a']],
  ])('sorts by %s', async (sort, expected) => {
    expect(await externalIds(`?sort=${sort}`)).toEqual(expected);
  });

  test.each([
    ['filter[type]=chirp', ['c', 'a']],
    ['filter[type]=chirp,bare', ['c', 'b', 'a']],
    ['filter[type]=chirp&filter[name]=Beech', ['a']],
    ['filter[name]=beech', []],
    ['filter[external_id]=a,b', ['b', 'a']],
    ['filter[username]=birds', ['c', 'b', 'a']],
    ['filter[site]=x.example', ['c']],
    ['filter[capabilities]=compose', ['c', 'a']],
    ['filter[capabilities]=compose,ingest', ['c', 'b', 'a']],
    ['filter[capabilities]=ingest&filter[type]=bare', ['b']],
    ['filter[capabilities]=', []],
  ])('filters by %s', async (filter, expected) => {
    expect(await externalIds(`?${filter}`)).toEqual(expected);
  });

  test('returns page links that keep the other parameters', async () => {
    const query = '?sort=id&filter[type]=chirp,bare&page[size]=1';
    const page = await team.list(`${query}&page[number]=2`);
    expect(page.data.map(({ id }) => id)).toEqual([ids[1]]);
    const numbers = [page.links.prev, page.links.self, page.links.next, page.links.first].map(
      (link) => new URL(link ?? '').searchParams.get('page[number]'),
    );
    expect(numbers).toEqual(['1', '2', '3', '1']);
    const next = new URL(page.links.next ?? '');
    expect(next.href.startsWith(`${service.baseUrl}/v2/teams/${team.teamId}/accounts?`)).toBe(true);
    expect(next.searchParams.get('filter[type]')).toBe('chirp,bare');
    const last = await team.list(next.search);
    expect(last.data.map(({ id }) => id)).toEqual([ids[2]]);
    expect(last.links.next).toBeNull();
  });

  test('returns an empty page past the end', async () => {
    for (const number of ['9', '90071992547409', '90071992547410', '9'.repeat(400)]) {
      const page = await team.list(`?page[number]=${number}`);
      expect(page).toMatchObject({ data: [], meta: { total: 3 }, links: { next: null } });
    }
  });

  test.each([
    ['page[size]=0', 'page[size]'],
    ['page[size]=101', 'page[size]'],
    ['page[number]=0', 'page[number]'],
    ['page[number]=1.5', 'page[number]'],
    ['page[offset]=1', 'page[offset]'],
    ['sort=color', 'sort'],
    ['filter[color]=red', 'filter[color]'],
    ['filter=red', 'filter'],
    ['include=team', 'include'],
    ['include=social_feeds.account', 'include'],
    ['colour=red', 'colour'],
    ['sort=id&sort=name', 'sort'],
    ['filter[name]=%00', 'filter[name]'],
  ])('rejects %s', async (query, parameter) => {
    const response = await team.request('GET', `/accounts?${query}`);
    expect(errorSummary(response)).toEqual({ status: 400, codes: ['400'], sources: [parameter] });
  });

  test('ignores an id_token', async () => {
    for (const query of ['id_token=abc', 'id_token=abc&id_token=abc', 'id_token=abc%00']) {
      const { links } = await team.list(`?${query}`);
      expect(links.self).not.toContain('abc');
    }
  });

  describe('includes', () => {
    test('includes feeds and subaccounts once each', async () => {
      const { data, included } = await team.list('?include=social_feeds,subaccounts&sort=id');
      expect(included?.map(({ type, attributes }) => [type, attributes?.name])).toEqual([
        ['social_feed', 'First'],
        ['social_feed', 'Second'],
        ['subaccount', 'One'],
        ['subaccount', 'Two'],
      ]);
      expect(data.map(({ relationships }) => relationships?.social_feeds?.meta.count)).toEqual([
        2, 0, 0,
      ]);
      expect(data[2]?.relationships?.subaccounts?.meta.included).toBe(true);
      const linked = data.flatMap(({ relationships }) => [
        ...(relationships?.social_feeds?.data ?? []),
        ...(relationships?.subaccounts?.data ?? []),
      ]);
      expect(linked).toEqual(included?.map(({ type, id }) => ({ type, id })));
    });

    test('includes the feeds of a single account', async () => {
      const { included } = await team.show(ids[0] as string, '?include=social_feeds');
      expect(included?.map(({ relationships }) => relationships)).toEqual(
        Array(2).fill({ account: { data: { type: 'account', id: ids[0] } } }),
      );
    });

    test('returns an empty list if there is nothing to include, and no member unless requested', async () => {
      expect((await team.show(ids[1] as string, '?include=subaccounts')).included).toEqual([]);
      expect((await team.list('?include=')).included).toEqual([]);
      expect(await team.list()).not.toHaveProperty('included');
    });
  });

  describe('rejects', () => {
    test('a caller without a token, without the scope or from another team', async () => {
      const narrow = await team.member(team.writerRoleId, ['boards:read']);
      const path = '/accounts';
      const [nobody, unscoped, foreign] = await Promise.all([
        team.request('GET', path, { token: 'none' }),
        team.request('GET', path, { token: narrow.token }),
        team.request('GET', path, { token: otherTeam.writer.token }),
      ]);
      expect([nobody, unscoped, foreign].map(errorSummary)).toEqual([
        { status: 401, codes: ['401'], sources: [undefined] },
        { status: 403, codes: ['4030000'], sources: [undefined] },
        { status: 403, codes: ['4030000'], sources: [undefined] },
      ]);
    });

    test.each(['0', 'abc', '1e3', '-1', '9999999999999999', '%00'])(
      'the account id %s',
      async (id) => {
        expect((await team.request('GET', `/accounts/${id}`)).status).toBe(404);
      },
    );

    test("another team's account", async () => {
      const row = await otherTeam.addAccount();
      expect((await team.request('GET', `/accounts/${row.id}`)).status).toBe(404);
      expect((await team.request('DELETE', `/accounts/${row.id}`)).status).toBe(404);
    });
  });

  test('takes two statements: the caller in the team, and the page with all ids and the total', async () => {
    const { $client } = store.db as unknown as { $client: { query(): unknown } };
    const statements = vi.spyOn($client, 'query');
    expect((await team.list('?page[size]=2')).data).toHaveLength(2);
    expect(statements).toHaveBeenCalledTimes(2);
    statements.mockRestore();
  });
});
