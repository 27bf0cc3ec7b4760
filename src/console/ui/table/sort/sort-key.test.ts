import { expect, test } from 'vitest';
import { ariaSort, parseSort, toggleSort } from './sort-key.ts';

test('parseSort parses the first key', () => {
  expect(parseSort('-created_at,name')).toEqual({ key: 'created_at', descending: true });
  expect(parseSort('name')).toEqual({ key: 'name', descending: false });
  expect(parseSort('')).toBeUndefined();
  expect(parseSort(undefined)).toBeUndefined();
});

test('toggleSort alternates between ascending and descending', () => {
  expect(toggleSort('-id', 'name')).toBe('name');
  expect(toggleSort('name', 'name')).toBe('-name');
  expect(toggleSort('-name', 'name')).toBe('name');
  expect(toggleSort('-id', 'points', 'descending')).toBe('-points');
  expect(toggleSort('-points', 'points', 'descending')).toBe('points');
});

test('ariaSort marks the sorted column', () => {
  expect(ariaSort('-name', 'name')).toBe('descending');
  expect(ariaSort('name', 'name')).toBe('ascending');
  expect(ariaSort('name', 'id')).toBe('none');
});
