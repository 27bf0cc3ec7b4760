import { expect, test } from 'vitest';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { parseDisplayOptions, shownColumns, toggleColumn } from './display-options.ts';

const columns: Column<unknown>[] = ['name', 'email', 'tags'].map((id) => ({
  id,
  header: id,
  cell: () => id,
}));
const shown = (stored: string | null) =>
  shownColumns(columns, parseDisplayOptions(stored)).map(({ id }) => id);

test('shownColumns leaves out tags by default, and never the name', () => {
  expect(shown(null)).toEqual(['name', 'email']);
  expect(shown('{"hidden":["name","email"]}')).toEqual(['name', 'tags']);
});

test('parseDisplayOptions ignores what it cannot read', () => {
  expect(parseDisplayOptions('{')).toEqual({});
  expect(parseDisplayOptions('{"density":"huge"}')).toEqual({});
});

test('toggleColumn hides and shows a column, and keeps the others', () => {
  const withTags = toggleColumn({ density: 'compact' }, 'tags');
  expect(withTags).toEqual({ density: 'compact', hidden: [] });
  expect(toggleColumn(withTags, 'email')).toEqual({ density: 'compact', hidden: ['email'] });
});
