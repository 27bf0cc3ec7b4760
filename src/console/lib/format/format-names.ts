import { formatCount } from './format-number.ts';

/** More names are shown as a count. */
const MAX_NAMES = 3;

/** The first names of a list: "Ana, Ben, Cleo and 2 others". */
export function formatNames(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  const listed = names.slice(0, MAX_NAMES).join(', ');
  return rest > 0 ? `${listed} and ${formatCount(rest, 'other')}` : listed;
}
