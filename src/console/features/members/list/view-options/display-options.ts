import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { directoryColumns, fitWidths } from '#console/features/members/list/member-columns.tsx';
import {
  type DisplayOptions,
  displayPreference,
  parseDisplayOptions,
} from '#console/features/members/stored-display.ts';
import { loadCode } from '#console/lib/load-code.ts';
import { useTeamId } from '#console/session/team.ts';
import { useIsPhone } from '#console/ui/hooks/use-is-phone.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { ColumnWidths } from '#console/ui/table/resize/column-edge.tsx';

/**
 * The columns that are hidden unless the user chose otherwise: the names have room, and the cards of a
 * phone only two lines.
 */
export function hiddenByDefault<Row>(
  columns: readonly Column<Row>[],
  isPhone: boolean,
): readonly string[] {
  if (!isPhone) return ['tags'];
  return columns
    .slice(1)
    .filter(({ card }) => card === undefined)
    .map(({ id }) => id);
}

function withoutHidden<Row>(columns: readonly Column<Row>[], hidden: readonly string[]) {
  return columns.slice(1).flatMap(({ id }) => (hidden.includes(id) ? [] : id));
}

/** The name, and the columns with these ids in this order, each also in the cards of a phone. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  ids: readonly string[],
): readonly Column<Row>[] {
  const [name, ...others] = columns;
  const shown = ids.flatMap((id) => others.find((column) => column.id === id) ?? []);
  return [
    ...(name ? [name] : []),
    ...shown.map((column) => ({ card: 'detail' as const, ...column })),
  ];
}

/** What is stored of chosen options: not the default columns, and `hidden` only if no columns are chosen. */
export function toStored(options: DisplayOptions, defaults: readonly string[]): DisplayOptions {
  const { columns, hidden: _, ...others } = options;
  if (!columns) return options;
  return columns.join() === defaults.join() ? others : { ...others, columns };
}

/**
 * How the user wants the list of a team on this device.
 *
 * @param q the search that found the rows, not what is being typed
 */
export function useDisplayOptions(q: string | undefined) {
  const teamId = useTeamId();
  const usualColumns = useMemo(() => directoryColumns(q), [q]);
  const preference = useMemo(() => displayPreference(teamId), [teamId]);
  const stored = preference.useValue();
  const isPhone = useIsPhone();
  const options = useMemo(() => parseDisplayOptions(stored), [stored]);
  const defaults = useMemo(
    () => withoutHidden(usualColumns, hiddenByDefault(usualColumns, isPhone)),
    [usualColumns, isPhone],
  );
  const shown = useMemo(() => {
    const { columns, hidden } = options;
    return columns ?? (hidden ? withoutHidden(usualColumns, hidden) : defaults);
  }, [options, usualColumns, defaults]);
  const { data: furtherColumns } = useQuery({
    queryKey: ['members', 'further-columns'],
    queryFn: () => loadCode(async () => (await import('./views-list.tsx')).furtherColumns),
    enabled: shown.some((id) => usualColumns.every((column) => column.id !== id)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** @param next undefined for the defaults */
  const onChange = (next: DisplayOptions | undefined) =>
    preference.write(next ? JSON.stringify(toStored(next, defaults)) : null);
  return {
    options,
    shown,
    isPhone,
    usualColumns,
    columns: useMemo(() => {
      const all = [...usualColumns, ...(furtherColumns?.(shown) ?? [])];
      return fitWidths(shownColumns(all, shown), usualColumns.length, options.widths ?? []);
    }, [usualColumns, furtherColumns, shown, options]),
    onChange,
    onResize: (widths: ColumnWidths) =>
      onChange({
        ...options,
        widths: [
          ...(options.widths ?? []).filter(({ column }) => !(column in widths)),
          ...Object.entries(widths).map(([column, width]) => ({ column, width })),
        ],
      }),
  };
}
