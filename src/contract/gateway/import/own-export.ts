import {
  ATTRIBUTE_PREFIX,
  CSV_COLUMNS,
  EXPORT_COLUMNS,
  type ExportColumn,
} from '#contract/gateway/member-csv.ts';

/** Added to the file of a job's rows. */
const OUTCOME_COLUMNS = ['outcome', 'reason'];

/**
 * Whether a file is an export of Patron, by its columns: all of them are ours, and one of them is a name that nobody
 * else would write. Its tags and dates are then in the form that exports have.
 */
export function isOwnExport(columns: readonly string[]): boolean {
  const isOurs = (name: string) =>
    EXPORT_COLUMNS.includes(name as ExportColumn) ||
    name.startsWith(ATTRIBUTE_PREFIX) ||
    OUTCOME_COLUMNS.includes(name);
  return columns.every(isOurs) && columns.some((name) => isComputed(name) && /[._]/.test(name));
}

const isComputed = (name: string) =>
  Object.hasOwn(CSV_COLUMNS, name) && CSV_COLUMNS[name as ExportColumn].startsWith('computed');
