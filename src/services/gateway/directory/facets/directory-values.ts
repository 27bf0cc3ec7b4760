import { and, arrayOverlaps, type SQL, sql } from 'drizzle-orm';
import {
  ATTRIBUTE_KINDS,
  ATTRIBUTE_VALUES_LISTED_MAX,
  DIRECTORY_VALUES_MAX,
  type DirectoryAttribute,
  type ListedField,
} from '#contract/gateway/directory-values.ts';
import {
  ATTRIBUTE_FIELD_PREFIX,
  type DirectoryFilter,
  VALUE_FIELDS,
  type ValueField,
} from '#contract/gateway/filters/directory-filters.ts';
import {
  directoryCounts,
  directoryMembers,
} from '#services/gateway/directory/directory-members-table.ts';
import { matchesListed } from '#services/gateway/directory/directory-store.ts';
import { isFilterSet } from '#services/gateway/directory/filters/directory-filter.ts';
import {
  attributeKeyTraits,
  attributeTraitName,
  attributeTraits,
  traitPrefix,
} from '#services/gateway/directory/filters/member-traits.ts';
import type { Queries } from '#services/platform/database/database.ts';

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

type ListedValue = {
  field: string;
  value: string;
  count: number;
};

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
  const values: ListedValue[] = [];
  for (const name of fields) {
    values.push(...(await countValues(db, teamId, { field: name, where, searched })));
  }
  return values;
}

const isCounted = (field: ListedField): field is ValueField =>
  !field.startsWith(ATTRIBUTE_FIELD_PREFIX);

interface CountedValues {
  field: ListedField;
  where: SQL | undefined;
  searched: string;
}

/** Counts the values of the members that match, one by one. */
async function countValues(
  db: Queries,
  teamId: number,
  { field, where, searched }: CountedValues,
): Promise<ListedValue[]> {
  const { traits } = directoryMembers;
  const key = isCounted(field) ? undefined : field.slice(ATTRIBUTE_FIELD_PREFIX.length);
  const prefix =
    key === undefined ? traitPrefix(teamId, field) : (attributeTraits(teamId, key, [''])[0] ?? '');
  const hasKey =
    key === undefined ? undefined : arrayOverlaps(traits, attributeKeyTraits(teamId, key));
  const limit = key === undefined ? DIRECTORY_VALUES_MAX : ATTRIBUTE_VALUES_LISTED_MAX;
  const { rows } = await db.execute<{ value: string; count: number }>(sql`
    select value, count(*)::int as count
    from (
      select substr(trait, ${prefix.length + 1}::int) as value
      from (select ${traits} as traits from ${directoryMembers} where ${and(where, hasKey)}) found
        cross join unnest(traits) as trait
      where starts_with(trait, ${prefix})) listed
    where strpos(lower(value), ${searched}) > 0
    group by value order by count(*) desc, value collate "C"
    limit ${limit}`);
  return rows.map((each) => ({ field, ...each }));
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
