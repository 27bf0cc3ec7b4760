import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBoards } from '#contract/advocacy/boards.ts';
import { socialFeeds } from '#services/advocacy/accounts/social-feeds-table.ts';
import {
  type AccountsTeam,
  createAccountsTeam,
  errorSummary,
  parseResponse,
} from '#services/advocacy/testing/accounts-team.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { boardSocialFeeds, boards } from './boards-table.ts';

describeStorages('GET boards', (store) => {
  let service: TestAdvocacy;
  let team: AccountsTeam;

  const list = async (query = '') =>
    parseResponse(listBoards, await team.request('GET', `/boards${query}`));

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    team = await createAccountsTeam(service);
    const other = await createAccountsTeam(service);
    const { teamId } = team;
    const account = await team.addAccount();
    const feeds = await store.db
      .insert(socialFeeds)
      .values(['One', 'Two'].map((name) => ({ teamId, accountId: account.id, name })))
      .returning();
    const rows = await store.db
      .insert(boards)
      .values(['Wall', 'Screens', 'Empty'].map((name) => ({ teamId, name })))
      .returning();
    await store.db.insert(boards).values({ teamId: other.teamId, name: 'Elsewhere' });
    const [wall, screens] = rows.map(({ id }) => id) as [number, number];
    const [one, two] = feeds.map(({ id }) => id) as [number, number];
    await store.db.insert(boardSocialFeeds).values([
      { boardId: wall, socialFeedId: one },
      { boardId: wall, socialFeedId: two },
      { boardId: screens, socialFeedId: two },
    ]);
  });
  afterAll(() => service.close());

  test("lists only the team's boards, in pages", async () => {
    const page = await list('?page[size]=2');
    expect(page.data.map(({ attributes }) => attributes.name)).toEqual(['Wall', 'Screens']);
    expect(page.meta).toEqual({ total: 3 });
    expect(page).not.toHaveProperty('included');
    const next = await list(new URL(page.links.next ?? '').search);
    expect(next.data.map(({ attributes }) => attributes.name)).toEqual(['Empty']);
  });

  test('includes feeds, and their accounts by a nested path, once each', async () => {
    const names = async (include: string) =>
      (await list(`?include=${include}`)).included?.map(
        ({ type, attributes }) => `${type} ${attributes?.name}`,
      );
    const feeds = ['social_feed One', 'social_feed Two'];
    expect(await names('social_feeds')).toEqual(feeds);
    expect(await names('social_feeds.account')).toEqual([...feeds, 'account Birds']);
    expect(await names('social_feeds.account,social_feeds')).toEqual([...feeds, 'account Birds']);
    expect(await names('')).toEqual([]);
  });

  test('links all included resources', async () => {
    const { data, included = [] } = await list('?include=social_feeds.account');
    const linked = [...data, ...included].flatMap(({ relationships = {} }) =>
      Object.values(relationships).flatMap((value) => (value as { data: object }).data),
    );
    for (const { type, id } of included) expect(linked).toContainEqual({ type, id });
  });

  test.each(['include=account', 'sort=name', 'filter[name]=Wall'])('rejects %s', async (query) => {
    expect((await team.request('GET', `/boards?${query}`)).status).toBe(400);
  });

  test('requires the boards scope', async () => {
    const { token } = await team.member(team.readerRoleId, ['accounts:read']);
    expect(errorSummary(await team.request('GET', '/boards', { token }))).toMatchObject({
      status: 403,
      codes: ['4030000'],
    });
    expect((await team.request('GET', '/boards', { token: team.reader.token })).status).toBe(200);
  });
});
