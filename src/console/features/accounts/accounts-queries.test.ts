import { expect, test } from 'vitest';
import type { Api } from '#console/api/api.ts';
import { readSearch } from '#console/lib/url/search-params.ts';
import { accountsQuery } from './accounts-queries.ts';
import { accountsSearchSchema } from './accounts-search.ts';

test('accountsQuery is the first page without a search in the browser', () => {
  const keyOf = (query: string) =>
    accountsQuery({} as Api, '1', readSearch(accountsSearchSchema, new URLSearchParams(query)))
      .queryKey;
  expect(keyOf('q=toys&page=3&sort=name')).toEqual(keyOf('sort=name'));
  expect(keyOf('show=unused')).toEqual(keyOf(''));
  expect(keyOf('page=3')).not.toEqual(keyOf(''));
});
