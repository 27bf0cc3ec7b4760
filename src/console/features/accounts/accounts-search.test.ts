import { expect, test } from 'vitest';
import { readSearch, writeSearch } from '#console/ui/filter/use-search-state.ts';
import {
  accountsSearchSchema,
  filterValues,
  formatFilter,
  joinFilterValues,
  NO_FILTERS,
} from './accounts-search.ts';

const read = (query: string) => readSearch(accountsSearchSchema, new URLSearchParams(query));

test('sorts only by what the API sorts by', () => {
  expect(read('').sort).toBe('-id');
  expect(read('sort=-followers_count').sort).toBe('-followers_count');
  expect(read('sort=password').sort).toBe('-id');
});

test('an empty filter is none', () => {
  expect(read('name=%20&type=instagram')).toMatchObject({ type: 'instagram' });
  expect(read('name=%20').name).toBeUndefined();
});

test('clearing takes all filters and the page, and leaves the order', () => {
  const params = new URLSearchParams('page=3&sort=name&type=a,b&site=x&capabilities=ingest');
  expect(writeSearch(accountsSearchSchema, params, NO_FILTERS).toString()).toBe('sort=name');
});

test('a comma means any of the values', () => {
  expect(filterValues('a, b,,a')).toEqual(['a', 'b']);
  expect(joinFilterValues([])).toBeUndefined();
  expect(formatFilter(undefined)).toBeUndefined();
  expect(formatFilter('shopify', () => 'Shopify')).toBe('Shopify');
  expect(formatFilter('a,b')).toBe('any of a, b');
});
