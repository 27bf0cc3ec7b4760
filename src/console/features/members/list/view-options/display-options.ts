import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { fitWidths } from '#console/features/members/list/member-columns.tsx';
import { useCurrentUser } from '#console/session/current-user.ts';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

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

const PHONE = '(width < 768px)';

/**
 * The columns that are hidden unless the user chose otherwise: the names have room, and the cards of a
 * phone only two lines.
 */
export function hiddenByDefault<Row>(
  columns: readonly Column<Row>[],
  isPhone: boolean,
): readonly string[] {
  if (!isPhone) return ['tags'];
  return optionalColumns(columns)
    .filter(({ card }) => card === undefined)
    .map(({ id }) => id);
}

export function parseDisplayOptions(stored: string | null): DisplayOptions {
  try {
    return displayOptionsSchema.parse(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}

/** Whether two options are the same. */
export function isSameDisplay(a: DisplayOptions, b: DisplayOptions): boolean {
  const [one, other] = [a, b].map(({ hidden, density }) => `${keyOf(hidden)} ${density}`);
  return one === other;
}

const keyOf = (hidden: readonly string[] | undefined) => hidden?.toSorted().join();

/** The hidden columns after one was shown or hidden. */
export function toggleColumn(hidden: readonly string[], id: string): readonly string[] {
  return hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
}

/** Columns that can be hidden: every one but the name. */
export function optionalColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.slice(1);
}

/** The columns that are shown, each also in the cards of a phone. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
): readonly Column<Row>[] {
  return columns
    .filter(({ id }, index) => index === 0 || !hidden.includes(id))
    .map((column, index) => (index === 0 ? column : { card: 'detail', ...column }));
}

/**
 * How the user wants the list on this device.
 *
 * @param allColumns must be stable between renders: new columns redraw all rows
 */
export function useDisplayOptions(allColumns: readonly Column<Member>[]) {
  const userId = useCurrentUser().data?.id;
  const preference = useMemo(() => storedPreference(`members-display.${userId ?? ''}`), [userId]);
  const stored = preference.useValue();
  const isPhone = useIsPhone();
  const options = useMemo(() => parseDisplayOptions(stored), [stored]);
  const defaults = useMemo(() => hiddenByDefault(allColumns, isPhone), [allColumns, isPhone]);
  const hidden = options.hidden ?? defaults;
  return {
    options,
    hidden,
    isPhone,
    allColumns,
    columns: useMemo(() => fitWidths(shownColumns(allColumns, hidden)), [allColumns, hidden]),
    /** @param next undefined for the defaults */
    onChange: (next: DisplayOptions | undefined) => {
      const isDefault = keyOf(next?.hidden) === keyOf(defaults);
      preference.write(
        next ? JSON.stringify(isDefault ? { ...next, hidden: undefined } : next) : null,
      );
    },
  };
}

/** Whether rows are shown as cards. */
function useIsPhone(): boolean {
  return useSyncExternalStore(subscribeToWidth, () => matchMedia(PHONE).matches);
}

function subscribeToWidth(listener: () => void) {
  const query = matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
