import { describe, expect, test } from 'vitest';
import { readSearch, writeSearch } from '#console/lib/url/search-params.ts';
import type { AccountType } from '#contract/gateway/config.ts';
import {
  accountsSearchSchema,
  describeFilters,
  filterValues,
  formatFilter,
  joinFilterValues,
  NO_FILTERS,
} from './accounts-search.ts';

const read = (query: string) => readSearch(accountsSearchSchema, new URLSearchParams(query));

describe('accounts search', () => {
  test('accepts only sort keys of the API', () => {
    expect(read('').sort).toBe('-id');
    expect(read('sort=-followers_count').sort).toBe('-followers_count');
    expect(read('sort=password').sort).toBe('-id');
  });

  test('ignores empty filters', () => {
    expect(read('name=%20&type=instagram')).toMatchObject({ type: 'instagram' });
    expect(read('name=%20').name).toBeUndefined();
  });

  test('clearing the filters returns to the first page and keeps the sort order', () => {
    const params = new URLSearchParams('page=3&sort=name&type=a,b&site=x&capabilities=ingest');
    expect(writeSearch(accountsSearchSchema, params, NO_FILTERS).toString()).toBe('sort=name');
  });

  test('a comma separates alternative values', () => {
    expect(filterValues('a, b,,a')).toEqual(['a', 'b']);
    expect(joinFilterValues([])).toBeUndefined();
    expect(formatFilter(undefined)).toBeUndefined();
    expect(formatFilter('shopify', () => 'Shopify')).toBe('Shopify');
    expect(formatFilter('a,b')).toBe('any of a, b');
  });

  test('describes filters by their labels', () => {
    const types: AccountType[] = [
      { type: 'shopify', label: 'Shopify', connect: 'authorize', fields: [] },
    ];
    expect(describeFilters(read('type=shopify,other&capabilities=ingest&name=a'), types)).toEqual([
      'Network is any of Shopify, other',
      'Name is a',
      'Capabilities is Collect',
    ]);
  });
});
