import { expect, test } from 'vitest';
import { changeFilter, filterQuery, toDirectoryFilter } from './members-filter.ts';

test('toDirectoryFilter counts recent days back from today, and keeps the other filters', () => {
  const now = new Date('2026-03-01T23:30:00Z');
  expect(toDirectoryFilter({ enrolled_last: 1, country: ['US'] }, now)).toEqual({
    enrolled_from: '2026-02-28',
    country: ['US'],
  });
  expect(toDirectoryFilter({ last_purchase_last: 365 }, now)).toEqual({
    last_purchase_from: '2025-03-01',
  });
  const fixed = { changed_from: '2026-01-31', changed_to: '2026-01-31' };
  expect(toDirectoryFilter(fixed, now)).toEqual(fixed);
});

test('changeFilter removes what is empty, and has one order', () => {
  expect(
    Object.keys(
      changeFilter({ tier: ['a'], q: 'jane' }, { q: undefined, country: ['US'], tag: [] }),
    ),
  ).toEqual(['country', 'tier']);
});

test('filterQuery escapes commas and backslashes in lists', () => {
  expect(filterQuery({ city: ['Washington, D.C.', 'C:\\'], points_min: 5 })).toEqual({
    city: 'Washington\\, D.C.,C:\\\\',
    points_min: 5,
  });
});
