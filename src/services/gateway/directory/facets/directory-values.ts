import { sql } from 'drizzle-orm';
import {
  ATTRIBUTE_KINDS,
  DIRECTORY_VALUES_MAX,
  type DirectoryAttribute,
  type ListedField,
} from '#contract/gateway/directory-values.ts';
import { type DirectoryFilter, VALUE_FIELDS } from '#contract/gateway/filters/directory-filters.ts';
import { directoryCounts } from '#services/gateway/directory/directory-members-table.ts';
import { matchesListed } from '#services/gateway/directory/directory-store.ts';
import { isFilterSet } from '#services/gateway/directory/filters/directory-filter.ts';
import { attributeTraitName } from '#services/gateway/directory/filters/member-traits.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { countValues, isCounted, type ListedValue } from './count-values.ts';

// Read from the counters of traits (counts/directory-counts.ts), which have `<name>=<value>` without the team.

/** The custom attributes that a team's members have, by key, each with the kind that most have. */
export async function listAttributes(db: Queries, teamId: number): Promise<DirectoryAttribute[]> {
  const names = ATTRIBUTE_KINDS.map((kind) => ({ kind, name: attributeTraitName(kind) }));
  const found = await countTraits(
    db,
    teamId,
    names.map(({ name }) => name),
  );
  const byKey = new Map<string, DirectoryAttribute>();
  // The most frequent kind comes first.
  for (const { name, value, count } of found) {
    const known = byKey.get(value);
    const kind = names.find((each) => each.name === name)?.kind ?? 'text';
    if (known) known.members += count;
    else byKey.set(value, { key: value, kind, members: count });
  }
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

interface ListValuesOptions {
  field: ListedField | undefined;
  /** Part of the values, in any case. */
  contains: string | undefined;
  filter: DirectoryFilter;
  now: Date;
}

/** The most frequent values of each filter, with the number of members that match the filters. */
export async function listValues(
  db: Queries,
  teamId: number,
  { field, contains = '', filter, now }: ListValuesOptions,
): Promise<ListedValue[]> {
  const fields: readonly ListedField[] = field === undefined ? VALUE_FIELDS : [field];
  const searched = contains.trim().toLowerCase();
  const isFiltered = Object.values(filter).some(isFilterSet);
  if (!isFiltered && fields.every(isCounted)) {
    const found = await countTraits(db, teamId, fields);
    return fields.flatMap((name) =>
      found
        .filter((each) => each.name === name && each.value.toLowerCase().includes(searched))
        .slice(0, DIRECTORY_VALUES_MAX)
        .map(({ value, count }) => ({ field: name, value, count })),
    );
  }
  const where = await matchesListed(db, teamId, filter, now);
  return countValues(db, teamId, { fields, where, searched });
}

/** The counted traits with some names, the most frequent first. */
async function countTraits(db: Queries, teamId: number, names: readonly string[]) {
  const { rows } = await db.execute<{ name: string; value: string; count: number }>(sql`
    select split_part(value, '=', 1) as name, substr(value, strpos(value, '=') + 1) as value,
      members::float8 as count
    from ${directoryCounts}
    where team_id = ${teamId} and facet = 'trait' and members > 0
      and split_part(value, '=', 1) in ${names}
    order by members desc, value collate "C"`);
  return rows;
}
