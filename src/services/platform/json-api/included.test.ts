import { describe, expect, test, vi } from 'vitest';
import type { AnyResource } from '#contract/json-api.ts';
import { loadIncluded } from './included.ts';

const identifier = (type: string, id: string) => ({ type, id });

function board(id: string, feedIds: string[]): AnyResource {
  return {
    ...identifier('board', id),
    relationships: { feeds: { data: feedIds.map((feed) => identifier('feed', feed)) } },
  };
}

function feed(id: string, accountId: string | null): AnyResource {
  const data = accountId === null ? null : identifier('account', accountId);
  return { ...identifier('feed', id), relationships: { account: { data } } };
}

const feeds = [feed('1', '7'), feed('2', '7'), feed('3', '8'), feed('4', null)];

function createLoaders() {
  return {
    feed: vi.fn(async (ids: readonly string[]) => feeds.filter(({ id }) => ids.includes(id))),
    account: vi.fn(async (ids: readonly string[]) =>
      ids.filter((id) => id !== '8').map((id): AnyResource => identifier('account', id)),
    ),
  };
}

const namesOf = (resources: readonly AnyResource[]) =>
  resources.map(({ type, id }) => `${type} ${id}`);

describe('included resources', () => {
  test('are loaded once per path step, and appear once', async () => {
    const loaders = createLoaders();
    const boards = [board('1', ['1', '2']), board('2', ['2', '3', '4'])];

    const included = await loadIncluded(boards, ['feeds', 'feeds.account'], loaders);

    expect(namesOf(included)).toEqual(['feed 1', 'feed 2', 'feed 3', 'feed 4', 'account 7']);
    expect(loaders.feed.mock.calls).toEqual([[['1', '2', '3', '4']]]);
    expect(loaders.account.mock.calls).toEqual([[['7', '8']]]);
  });

  test('of a nested path contain the intermediate resources', async () => {
    const included = await loadIncluded([board('1', ['1'])], ['feeds.account'], createLoaders());
    expect(namesOf(included)).toEqual(['feed 1', 'account 7']);
  });

  test('never repeat primary data', async () => {
    const loaders = createLoaders();
    const primary = [feed('1', '7'), identifier('account', '7')];
    expect(await loadIncluded(primary, ['account'], loaders)).toEqual([]);
    expect(loaders.account).not.toHaveBeenCalled();
  });

  test('are empty without a path', async () => {
    expect(await loadIncluded([board('1', ['1'])], [], createLoaders())).toEqual([]);
  });
});
