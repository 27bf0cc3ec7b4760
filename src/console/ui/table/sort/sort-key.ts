/** A JSON:API sort key: `name` ascending, `-name` descending. */
export interface SortKey {
  readonly key: string;
  readonly descending: boolean;
}

/** Parses the first key of a JSON:API `sort` value. */
export function parseSort(sort: string | undefined): SortKey | undefined {
  const first = sort?.split(',')[0];
  if (!first) return undefined;
  return first.startsWith('-')
    ? { key: first.slice(1), descending: true }
    : { key: first, descending: false };
}

/**
 * The `sort` value after a click on the header of `key`.
 *
 * @param first the order of the first click; the next one reverses it
 */
export function toggleSort(
  sort: string | undefined,
  key: string,
  first: 'ascending' | 'descending' = 'ascending',
): string {
  const current = parseSort(sort);
  const isDescending = current?.key === key ? !current.descending : first === 'descending';
  return isDescending ? `-${key}` : key;
}

/** The `aria-sort` of the header of `key`. */
export function ariaSort(
  sort: string | undefined,
  key: string,
): 'ascending' | 'descending' | 'none' {
  const current = parseSort(sort);
  if (current?.key !== key) return 'none';
  return current.descending ? 'descending' : 'ascending';
}
