import { expect, test } from 'vitest';
import { directoryColumns } from '#console/features/members/list/member-columns.tsx';
import { EXPORT_COLUMNS } from '#contract/gateway/member-csv.ts';
import { COLUMN_GROUPS, exportColumnLabel, listedColumns } from './export-columns.ts';

test('each column of an export can be chosen once, by a unique label', () => {
  const offered = COLUMN_GROUPS.flatMap(({ columns }) => columns);
  expect(offered.toSorted()).toEqual(EXPORT_COLUMNS.toSorted());
  expect(new Set(offered.map(exportColumnLabel)).size).toBe(offered.length);
});

test('each column of the list is in an export', () => {
  const ids = directoryColumns(undefined).map(({ id }) => id);
  const columns = listedColumns(ids);
  expect(columns.slice(0, 3)).toEqual(['first_name', 'last_name', 'member_id']);
  expect(columns.filter((name) => !(EXPORT_COLUMNS as readonly string[]).includes(name))).toEqual(
    [],
  );
});
