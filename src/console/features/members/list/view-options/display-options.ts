import { useMemo } from 'react';
import * as z from 'zod/mini';
import { fitWidths } from '#console/features/members/list/member-columns.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { useUserPreference } from './use-user-preference.ts';

/** How the list is displayed. Undefined parts have their default. */
export interface DisplayOptions {
  /** The ids of columns. */
  readonly hidden?: readonly string[] | undefined;
  readonly density?: 'normal' | 'compact' | undefined;
}

export const displayOptionsSchema = z.object({
  hidden: z.optional(z.array(z.string())),
  density: z.optional(z.enum(['normal', 'compact'])),
});

/** Hidden by default, for the names to have room. */
const HIDDEN_BY_DEFAULT: readonly string[] = ['tags'];

export function parseDisplayOptions(stored: string | null): DisplayOptions {
  try {
    return displayOptionsSchema.parse(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}

export function isColumnShown({ hidden = HIDDEN_BY_DEFAULT }: DisplayOptions, id: string): boolean {
  return !hidden.includes(id);
}

/** Whether two options show the same. */
export function isSameDisplay(a: DisplayOptions, b: DisplayOptions): boolean {
  const [one, other] = [a, b].map(({ hidden = HIDDEN_BY_DEFAULT, density }) =>
    [...hidden.toSorted(), density].join(),
  );
  return one === other;
}

/** The options after a column was shown or hidden. */
export function toggleColumn(options: DisplayOptions, id: string): DisplayOptions {
  const { hidden = HIDDEN_BY_DEFAULT } = options;
  return {
    ...options,
    hidden: isColumnShown(options, id) ? [...hidden, id] : hidden.filter((other) => other !== id),
  };
}

/** Columns that can be hidden: every one but the name. */
export function optionalColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.slice(1);
}

/** The columns that are shown. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  options: DisplayOptions,
): readonly Column<Row>[] {
  return columns.filter(({ id }, index) => index === 0 || isColumnShown(options, id));
}

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
