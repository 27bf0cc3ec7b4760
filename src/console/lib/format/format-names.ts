import { formatCount } from './format-number.ts';

/**
 * The first names of a list: "Ana, Ben, Cleo, and 2 others".
 *
 * @param max more names are shown as a count
 */
export function formatNames(names: readonly string[], max = 3): string {
  const rest = names.length - max;
  const listed = rest > 0 ? [...names.slice(0, max), formatCount(rest, 'other')] : names;
  return new Intl.ListFormat('en').format(listed);
}
