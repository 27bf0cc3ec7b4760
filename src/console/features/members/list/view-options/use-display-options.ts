import { useMemo } from 'react';
import { fitWidths } from '#console/features/members/list/member-columns.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { type DisplayOptions, parseDisplayOptions, shownColumns } from './display-options.ts';
import { useUserPreference } from './use-user-preference.ts';

/**
 * How the user wants the list on this device.
 *
 * @param allColumns must be stable between renders: new columns redraw all rows
 */
export function useDisplayOptions(allColumns: readonly Column<Member>[]) {
  const [stored, store] = useUserPreference('members-display');
  const options = useMemo(() => parseDisplayOptions(stored), [stored]);
  return {
    options,
    allColumns,
    columns: useMemo(() => fitWidths(shownColumns(allColumns, options)), [allColumns, options]),
    /** @param next undefined for the defaults */
    onChange: (next: DisplayOptions | undefined) =>
      store(next === undefined ? null : JSON.stringify(next)),
  };
}
