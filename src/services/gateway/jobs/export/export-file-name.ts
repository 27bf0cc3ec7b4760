import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';

/** Filters whose values say what they mean: "gold", "TX". */
const PLAIN_FILTERS = new Set(['status', 'tier', 'tag', 'tag_all', 'country', 'state', 'city']);
/** Filters that find a person, who may ask to be erased: only their own name. */
const PERSONAL_FILTERS: Readonly<Record<string, string>> = { q: 'search', referrer: 'referrer' };
const MAX_LENGTH = 80;

interface ExportedMembers {
  /** How many were selected by ID; undefined for those of a filter. */
  selected: number | undefined;
  filter: DirectoryFilter;
  /** By ID. */
  tierNames: ReadonlyMap<string, string>;
  now: Date;
}

/** Name of an export's file: `members-gold-tx-2026-11-25.csv`. The day is in UTC. */
export function exportFileName({ selected, filter, tierNames, now }: ExportedMembers): string {
  const parts = Object.entries(filter).flatMap(([name, value]) => {
    const personal = PERSONAL_FILTERS[name];
    if (personal !== undefined) return [personal];
    const values = [value].flat().map(String);
    const texts = name === 'tier' ? values.map((id) => tierNames.get(id) ?? id) : values;
    return PLAIN_FILTERS.has(name) ? texts : [name, ...texts];
  });
  const what =
    selected === undefined
      ? slug(parts.join(' ')) || (parts.length > 0 ? 'filtered' : 'all')
      : `${selected}-selected`;
  return `members-${what}-${now.toISOString().slice(0, 10)}.csv`;
}

/** Letters without accents, digits and hyphens, which every system takes in a file name. */
function slug(text: string): string {
  const words = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return words
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '');
}
