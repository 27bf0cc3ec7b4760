import { expect, test } from 'vitest';
import type { Account } from '#contract/advocacy/accounts.ts';
import { accountFeedNames, accountSubaccountNames, feedCount } from './account-feeds.ts';

const account = {
  id: '1',
  type: 'account',
  attributes: {},
  relationships: {
    social_feeds: {
      data: [
        { type: 'social_feed', id: '1' },
        { type: 'social_feed', id: '2' },
      ],
      meta: { count: 2 },
    },
    subaccounts: { data: [{ type: 'subaccount', id: '1' }], meta: { included: true } },
  },
} as unknown as Account;
const included = [
  { type: 'subaccount', id: '1', attributes: { name: 'Page' } },
  { type: 'social_feed', id: '1', attributes: { name: 'Summer' } },
];

test('feeds and subaccounts have their name, or else their ID', () => {
  expect(accountFeedNames(account, included)).toEqual([
    { id: '1', name: 'Summer' },
    { id: '2', name: 'Feed 2' },
  ]);
  expect(accountSubaccountNames(account, included)).toEqual([{ id: '1', name: 'Page' }]);
});

test('an account without the relationship has no feeds', () => {
  const bare = { ...account, relationships: undefined } as unknown as Account;
  expect(feedCount(bare)).toBe(0);
  expect(feedCount(account)).toBe(2);
  expect(accountFeedNames(bare)).toEqual([]);
});
