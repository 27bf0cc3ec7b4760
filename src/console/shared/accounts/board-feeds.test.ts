import { expect, test } from 'vitest';
import type { Board } from '#contract/advocacy/boards.ts';
import { boardFeeds, feedAccounts, weakestAccount } from './board-feeds.ts';

const board: Board = {
  id: '1',
  type: 'board',
  attributes: {},
  relationships: {
    social_feeds: {
      data: [
        { type: 'social_feed', id: '1' },
        { type: 'social_feed', id: '2' },
        { type: 'social_feed', id: '3' },
        { type: 'social_feed', id: '4' },
      ],
    },
  },
};

function account(id: string, expiresAt: string | null) {
  const attributes = {
    external_id: id,
    name: `Shop ${id}`,
    username: '',
    image_url: null,
    site: null,
    expires_at: expiresAt,
    capabilities: [],
    followers_count: 0,
    follows_count: 0,
    media_count: 0,
    likes_count: null,
    created_at: '',
    updated_at: '',
  };
  return { type: 'account' as const, id, attributes };
}

function feed(id: string, accountId: string, name?: string) {
  const relationships = { account: { data: { type: 'account', id: accountId } } };
  return { type: 'social_feed', id, attributes: name ? { name } : {}, relationships };
}

const included = [
  feed('1', '9', 'Summer'),
  feed('2', '9'),
  feed('4', '8'),
  account('9', '2027-01-01T00:00:00Z'),
  account('8', '2026-12-01T00:00:00Z'),
];

test('boardFeeds keeps a feed whose relationships cannot be read, as it was sent', () => {
  const sent = { type: 'social_feed', id: '1', attributes: { name: 'Summer' }, relationships: 7 };
  expect(boardFeeds(board, [sent as never])[0]).toEqual({
    id: '1',
    name: 'Summer',
    account: undefined,
    unread: { id: '1', $raw: sent },
  });
});

test('boardFeeds joins feeds and accounts, and falls back to IDs', () => {
  expect(
    boardFeeds(board, included).map((item) => [item.name, item.account?.attributes.name]),
  ).toEqual([
    ['Summer', 'Shop 9'],
    ['Feed 2', 'Shop 9'],
    ['Feed 3', undefined],
    ['Feed 4', 'Shop 8'],
  ]);
  expect(boardFeeds({ ...board, relationships: undefined }, included)).toEqual([]);
});

test('feedAccounts lists each account once', () => {
  expect(feedAccounts(boardFeeds(board, included))).toHaveLength(2);
});

test('the weakest account is the one that expires first', () => {
  const accounts = feedAccounts(boardFeeds(board, included));
  expect(weakestAccount([account('7', null), ...accounts])?.id).toBe('8');
  expect(weakestAccount([account('7', null)])).toBeUndefined();
});
