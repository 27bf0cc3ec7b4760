import { expect, test } from 'vitest';
import type { Column } from '#console/ui/table/data-table-column.ts';
import {
  hiddenByDefault,
  parseDisplayOptions,
  shownColumns,
  toggleColumn,
} from './display-options.ts';

const columns: Column<unknown>[] = ['name', 'email', 'tags'].map((id) => ({
  id,
  header: id,
  cell: () => id,
}));
const tier: Column<unknown> = { id: 'tier', header: 'Tier', cell: () => '', card: 'fact' };
const shown = (hidden: readonly string[]) => shownColumns(columns, hidden).map(({ id }) => id);

test('shownColumns never leaves out the name', () => {
  expect(shown(['name', 'email'])).toEqual(['name', 'tags']);
});

test('shownColumns adds a line to the cards for each column that has no place there', () => {
  const cards = shownColumns([...columns, tier], ['tags']).map(({ card }) => card);
  expect(cards).toEqual([undefined, 'detail', 'fact']);
});

test('hiddenByDefault leaves out tags, and on a phone all columns without a place in a card', () => {
  expect(hiddenByDefault([...columns, tier], false)).toEqual(['tags']);
  expect(hiddenByDefault([...columns, tier], true)).toEqual(['email', 'tags']);
});

test('parseDisplayOptions ignores what it cannot read', () => {
  expect(parseDisplayOptions('{')).toEqual({});
  expect(parseDisplayOptions('{"density":"huge"}')).toEqual({});
});

test('toggleColumn hides and shows a column, and keeps the others', () => {
  expect(toggleColumn(['tags'], 'tags')).toEqual([]);
  expect(toggleColumn(['tags'], 'email')).toEqual(['tags', 'email']);
});
