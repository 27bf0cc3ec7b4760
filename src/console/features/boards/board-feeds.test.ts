import { expect, test } from 'vitest';
import type { Board } from '#contract/advocacy/boards.ts';
import { boardFeeds, boardName, feedAccounts } from './board-feeds.ts';

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
      ],
    },
  },
};
const account = { data: { type: 'account', id: '9' } };
const included = [
  { type: 'social_feed', id: '1', attributes: { name: 'Summer' }, relationships: { account } },
  { type: 'social_feed', id: '2', attributes: {}, relationships: { account } },
  { type: 'account', id: '9', attributes: { name: 'Northwind Shop' } },
];

test('boardFeeds joins feeds and accounts, and falls back to IDs', () => {
  const shop = { id: '9', name: 'Northwind Shop' };
  expect(boardFeeds(board, included)).toEqual([
    { id: '1', name: 'Summer', account: shop },
    { id: '2', name: 'Feed 2', account: shop },
    { id: '3', name: 'Feed 3', account: undefined },
  ]);
  expect(boardFeeds(board, included.slice(0, 1))[0]?.account).toEqual({
    id: '9',
    name: 'Account 9',
  });
});

test('feedAccounts lists each account once', () => {
  expect(feedAccounts(boardFeeds(board, included))).toHaveLength(1);
});

test('a board may have no name and no feeds', () => {
  expect(boardName(board)).toBe('Board 1');
  expect(boardFeeds({ ...board, relationships: undefined }, included)).toEqual([]);
});
