import { describe, expect, test } from 'vitest';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import { exportFileName } from './export-file-name.ts';

const tierNames = new Map([['t-1', 'Gold']]);
const now = new Date('2026-11-25T09:00:00Z');
const nameOf = (filter: DirectoryFilter, selected?: number) =>
  exportFileName({ selected, filter, tierNames, now });

describe('the name of an export', () => {
  test.each<[DirectoryFilter, string]>([
    [{}, 'all'],
    [{ tier: ['t-1'], state: ['TX'] }, 'gold-tx'],
    [{ tier: ['unknown'] }, 'unknown'],
    [{ city: ['São Paulo'], points_min: 500 }, 'sao-paulo-points-min-500'],
    [{ tag: ['日本'] }, 'filtered'],
    [{ tag: ['../"x'] }, 'x'],
  ])('says that %j selected its members', (filter, what) => {
    expect(nameOf(filter)).toBe(`members-${what}-2026-11-25.csv`);
  });

  test('has the number of members that were selected one by one', () => {
    expect(nameOf({}, 3)).toBe('members-3-selected-2026-11-25.csv');
  });

  test('has nothing that finds a person', () => {
    const name = nameOf({ q: 'Ada Lovelace', referrer: 'M-1' });
    expect(name).toBe('members-search-referrer-2026-11-25.csv');
  });

  test('has a length that every system takes', () => {
    const name = nameOf({ tag: Array.from({ length: 50 }, (_, index) => `tag ${index}`) });
    expect(name.length).toBeLessThan(110);
    expect(name).toMatch(/[a-z0-9]-2026-11-25\.csv$/);
  });
});
