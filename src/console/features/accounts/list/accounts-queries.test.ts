import { describe, expect, test } from 'vitest';
import type { Api } from '#console/api/api.ts';
import { accountsSearchSchema } from '#console/features/accounts/accounts-search.ts';
import { readSearch } from '#console/lib/url/search-params.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import { accountsQuery, filterAccounts } from './accounts-queries.ts';

const now = new Date('2026-11-21T12:00:00Z');

function account(id: string, name: string, more: Partial<Account['attributes']> = {}): Account {
  return {
    id,
    type: 'account',
    attributes: {
      external_id: id,
      name,
      username: name.toLowerCase().replace(' ', '.'),
      image_url: null,
      site: null,
      expires_at: null,
      capabilities: [],
      followers_count: 0,
      follows_count: 0,
      media_count: 0,
      likes_count: null,
      created_at: '',
      updated_at: '',
      ...more,
    },
    relationships: { social_feeds: { data: [], meta: { count: Number(id) % 2 } } },
    meta: { account_type: 'instagram' },
  };
}

const accountTypes: AccountType[] = [
  { type: 'instagram', label: 'Instagram', connect: 'authorize', fields: [] },
];

const accounts = [
  account('1', 'Northwind Home', { expires_at: '2026-11-25T00:00:00Z', followers_count: 9 }),
  account('2', 'Café Müller', { expires_at: '2027-11-25T00:00:00Z', followers_count: 80 }),
  account('3', 'Toys', { site: 'sftp://files.northwind.example/toys' }),
];

function idsOf(search: Record<string, string>): string[] {
  const parsed = accountsSearchSchema.parse(search);
  return filterAccounts(accounts, parsed, { now, accountTypes }).map(({ id }) => id);
}

describe('the accounts list in the browser', () => {
  test.each([
    ['part of a name', { q: 'north' }, ['3', '1']],
    ['a handle', { q: '@northwind.h' }, ['1']],
    ['a site', { q: 'FILES.' }, ['3']],
    ['text without accents', { q: 'muller cafe' }, ['2']],
    ['a network', { q: 'instagram' }, ['3', '2', '1']],
    ['a name with a typo and a network, in any order', { q: 'instag nrthwind' }, ['3', '1']],
    ['nothing', { q: 'other' }, []],
    ['accounts that need attention', { show: 'attention' }, ['1']],
    ['unused accounts', { show: 'unused' }, ['2']],
    ['accounts that are OK', { show: 'ok' }, ['3', '2']],
    ['accounts that expire soon', { show: 'soon' }, ['1']],
    ['no expired accounts', { show: 'expired' }, []],
    ["the service's filters too", { show: 'unused', type: 'tiktok' }, []],
  ])('finds %s', (_what, search, ids) => {
    expect(idsOf(search)).toEqual(ids);
  });

  test('sorts numbers as numbers, and by the newest first', () => {
    expect(idsOf({ q: 'o', sort: '-followers_count' })).toEqual(['1', '3']);
    expect(idsOf({ sort: 'followers_count' })).toEqual(['3', '1', '2']);
  });

  test('sorts accounts that never expire last in both directions', () => {
    expect(idsOf({ sort: 'expires_at' })).toEqual(['1', '2', '3']);
    expect(idsOf({ sort: '-expires_at' })).toEqual(['2', '1', '3']);
  });
});

test('accountsQuery is the first page without a search in the browser', () => {
  const keyOf = (query: string) =>
    accountsQuery({} as Api, '1', readSearch(accountsSearchSchema, new URLSearchParams(query)))
      .queryKey;
  expect(keyOf('q=toys&page=3&sort=name')).toEqual(keyOf('sort=name'));
  expect(keyOf('show=unused')).toEqual(keyOf(''));
  expect(keyOf('page=3')).not.toEqual(keyOf(''));
});
