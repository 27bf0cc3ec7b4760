import { expect, test } from 'vitest';
import { parseDisplayOptions } from '#console/features/members/stored-display.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { hiddenByDefault, shownColumns, toStored } from './display-options.ts';
import { moveColumn, toggleColumn } from './move-column.ts';

const columns: Column<unknown>[] = ['name', 'email', 'tags'].map((id) => ({
  id,
  header: id,
  cell: () => id,
}));
const tier: Column<unknown> = { id: 'tier', header: 'Tier', cell: () => '', card: 'fact' };

test('shownColumns begins with the name, and keeps the order of the ids', () => {
  const ids = shownColumns(columns, ['tags', 'gone', 'email', 'name']).map(({ id }) => id);
  expect(ids).toEqual(['name', 'tags', 'email']);
});

test('shownColumns adds a line to the cards for each column that has no place there', () => {
  const cards = shownColumns([...columns, tier], ['email', 'tier']).map(({ card }) => card);
  expect(cards).toEqual([undefined, 'detail', 'fact']);
});

test('hiddenByDefault leaves out tags, and on a phone all columns without a place in a card', () => {
  expect(hiddenByDefault([...columns, tier], false)).toEqual(['tags']);
  expect(hiddenByDefault([...columns, tier], true)).toEqual(['email', 'tags']);
});

test('toStored forgets hidden columns as soon as columns are chosen, the default ones too', () => {
  const before = { hidden: ['email'], density: 'compact' } as const;
  expect(toStored(before, ['email'])).toEqual(before);
  expect(toStored({ ...before, columns: ['email'] }, ['email'])).toEqual({ density: 'compact' });
  const chosen = { density: 'compact', columns: ['tags'] };
  expect(toStored({ ...before, columns: ['tags'] }, ['email'])).toEqual(chosen);
});

test('parseDisplayOptions ignores what it cannot read', () => {
  expect(parseDisplayOptions('{')).toEqual({});
  expect(parseDisplayOptions('{"density":"huge"}')).toEqual({});
});

test('toggleColumn hides a column, and shows one as the last', () => {
  expect(toggleColumn(['tags'], 'tags')).toEqual([]);
  expect(toggleColumn(['tags'], 'email')).toEqual(['tags', 'email']);
});

test('moveColumn moves a column, at most to either end', () => {
  expect(moveColumn(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(moveColumn(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
});
