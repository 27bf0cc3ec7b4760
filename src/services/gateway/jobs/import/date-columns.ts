import type { Job } from '#contract/gateway/job.ts';
import { dateOrderOf } from '#contract/loyalty/members/typed-date.ts';
import { isDayColumn } from '#services/gateway/jobs/csv-columns.ts';
import type { ImportLayout } from './import-layout.ts';

export type DateColumns = NonNullable<Job['summary']['date_columns']>;

/** Looks for dates that can only be read in one order, such as 25/12/1980, in each column of a file. */
export function createDateFinder(columns: readonly string[]) {
  const days = columns.flatMap((name, index) =>
    isDayColumn(name) ? [{ name, index, found: new Map<string, string>() }] : [],
  );
  return {
    add(cells: readonly string[]): void {
      for (const { index, found } of days) {
        const cell = cells[index] ?? '';
        const order = dateOrderOf(cell);
        if (order !== undefined && order !== 'both' && !found.has(order)) {
          found.set(order, cell.trim());
        }
      }
    },
    /** `unknown` where both orders occur. Columns without such dates are left out. */
    list: (): DateColumns =>
      days.flatMap(({ name, found }) => {
        const [first] = found.keys();
        if (first === undefined) return [];
        const order = found.size === 1 ? first : 'unknown';
        return [{ column: name, order, examples: [...found.values()] }];
      }),
  };
}

/**
 * Adds the columns with a date that has two meanings, where nothing shows which one it has.
 * @param rows the texts of the cells that would change their member
 */
export function addAmbiguous(
  found: DateColumns,
  rows: readonly { changedTexts: ReadonlyMap<string, string> }[],
  layout: ImportLayout,
): DateColumns {
  const added = [...found];
  for (const { changedTexts } of rows) {
    for (const [column, text] of changedTexts) {
      if (!isDayColumn(column) || layout.dateOrderOf(column) !== undefined) continue;
      if (dateOrderOf(text) !== 'both' || added.some((each) => each.column === column)) continue;
      added.push({ column, order: 'unknown', examples: [text] });
    }
  }
  return added;
}

/**
 * The order of the file: unknown if that of a column is.
 * @param given undefined if nobody has said it
 */
export function overallOrder(columns: DateColumns, given: string | undefined): string | undefined {
  if (columns.some(({ order }) => order === 'unknown')) return 'unknown';
  return given ?? columns[0]?.order;
}
