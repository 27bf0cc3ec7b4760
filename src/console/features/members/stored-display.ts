import * as z from 'zod/mini';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import {
  ATTRIBUTE_FIELD_PREFIX,
  directoryFields,
} from '#contract/gateway/filters/directory-filters.ts';
import { joinList } from '#contract/gateway/filters/filter-values.ts';

/** The smallest width of a column, in pixels. */
export const MIN_WIDTH = 64;
export const MAX_WIDTH = 480;

interface ColumnWidth {
  readonly column: string;
  readonly width: number;
}

/** How the list is displayed. Undefined parts have their default. */
export interface DisplayOptions {
  /** The ids of the columns beside the name, in their order; replaces `hidden`. */
  readonly columns?: readonly string[] | undefined;
  /** The ids of columns; views that were saved before columns could be moved have it. */
  readonly hidden?: readonly string[] | undefined;
  /** In pixels, where the user chose one. */
  readonly widths?: readonly ColumnWidth[] | undefined;
  readonly density?: 'normal' | 'compact' | undefined;
}

const ids = z.optional(z.array(z.string()));

export const displayOptionsSchema = z.object({
  columns: ids,
  hidden: ids,
  widths: z.optional(z.array(z.object({ column: z.string(), width: z.number() }))),
  density: z.optional(z.enum(['normal', 'compact'])),
});

/** The display of a team's list on this device. */
export const displayPreference = (teamId: string) => storedPreference(`members-display.${teamId}`);

export function parseDisplayOptions(stored: string | null): DisplayOptions {
  try {
    return displayOptionsSchema.parse(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
}

/** The further fields that the shown columns need, as a parameter of the directory; undefined if none. */
export function listedFields(teamId: string): string | undefined {
  const { columns = [] } = parseDisplayOptions(displayPreference(teamId).read());
  const fields = columns
    .map((id) => (id.startsWith(ATTRIBUTE_FIELD_PREFIX) ? id : id.replace(/\..*/, '')))
    .filter((field) => z.safeParse(directoryFields, joinList([field])).success);
  return fields.length > 0 ? joinList([...new Set(fields)]) : undefined;
}

export function isSameDisplay(a: DisplayOptions, b: DisplayOptions): boolean {
  const [one, other] = [a, b].map(({ columns, hidden, widths, density }) => {
    const widthsInOrder = widths?.map(({ column, width }) => `${column} ${width}`).sort();
    return `${columns} ${columns ? '' : hidden?.toSorted()} ${widthsInOrder} ${density}`;
  });
  return one === other;
}
