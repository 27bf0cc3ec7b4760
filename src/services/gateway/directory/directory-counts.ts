import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { directoryCounts, directoryMembers } from './directory-members-table.ts';
import { isFilterSet, matchesFilter } from './filters/directory-filter.ts';
import { UNCOUNTED_MARK } from './filters/member-traits.ts';

// Facets of all members, or of those with some statuses, tiers and points, are added up from counters
// instead of members. They are changed in the transaction that changes members.

/**
 * Where the ranges of points begin that are counted separately. If they change, a migration has to
 * count again.
 */
export const POINT_BOUNDS: readonly number[] = [
  0,
  ...[1, 2, 3, 4, 5, 6, 7].flatMap((digits) =>
    [1, 1.5, 2, 2.5, 3, 4, 5, 7.5].map((first) => first * 10 ** digits),
  ),
];

/** The number of bounds up to a value. */
const rangeOf = (points: number) => POINT_BOUNDS.filter((bound) => bound <= points).length;

/**
 * Counted values of a member, beside its points: the month of its enrollment, each of its tags, or each part
 * of its `MemberPoints`.
 */
type Facet = 'month' | 'tag' | 'point_total';
const FACETS: readonly Facet[] = ['month', 'tag', 'point_total'];

const RANGE = sql.raw(`width_bucket(points, array[${POINT_BOUNDS.join(', ')}]::bigint[])`);
export const ENROLLMENT_MONTH = sql.raw(`to_char(enrolled_at at time zone 'UTC', 'YYYY-MM')`);

/** The columns of a member that are counted, for `returning`. */
const COUNTED = [
  ...['service_id', 'status', 'tier_id', 'tier_name', 'points', 'tags', 'enrolled_at'],
  'point_totals',
];
export const COUNTED_COLUMNS = sql.raw([...COUNTED, 'words', 'traits'].join(', '));
const CELL = sql.raw('facet, value, status, tier_id, tier_name, points_range');

const POINTS = sql.raw('points');
/** A facet's values of a member and the points that count with each. */
const VALUES: Record<Facet, { value: SQL; points: SQL; each: SQL }> = {
  month: { value: ENROLLMENT_MONTH, points: POINTS, each: sql.raw('') },
  tag: {
    value: sql.raw('tag'),
    points: POINTS,
    each: sql.raw('cross join lateral unnest(tags) as tag'),
  },
  point_total: {
    value: sql.raw('part'),
    points: sql.raw('part_points::bigint'),
    each: sql.raw('cross join lateral jsonb_each_text(point_totals) as parts(part, part_points)'),
  },
};

/** Each member of a relation as a row per value of a facet. */
function valuesOf(facet: Facet, relation: SQL, step: SQL): SQL {
  const { value, points, each } = VALUES[facet];
  return sql`
    select ${facet}::text as facet, ${value} as value, status, tier_id, tier_name,
      ${RANGE} as points_range, ${step} as members, ${step} * ${points} as points
    from ${relation} ${each}`;
}

/** Letters of any script, without case: the same for both regular expression engines. */
const LETTERS = '^[^ -`{-~]+$';

/**
 * Each member of a relation as a row per beginning of its words, of two or three letters: the only
 * searches that match so many members that counting them takes long.
 */
function prefixesOf(teamId: number, relation: SQL, step: SQL): SQL {
  return sql`
    select 'prefix' as facet, prefixes.value, '' as status, null as tier_id, null as tier_name,
      0 as points_range, ${step} as members, 0 as points
    from ${relation} cross join lateral (
      select distinct left(word, length) as value
      from unnest(words) lexemes
        cross join lateral substr(lexeme, ${`${teamId}:`.length + 1}) as word
        cross join unnest(array[2, 3]) as length
      where left(word, length) ~ ${LETTERS} and length(word) >= length) prefixes`;
}

/** Each member of a relation as a row per trait that is counted. */
function traitsOf(teamId: number, relation: SQL, step: SQL): SQL {
  const prefix = `${teamId}:`;
  return sql`
    select 'trait' as facet, substr(trait, ${prefix.length + 1}) as value, '' as status,
      null as tier_id, null as tier_name, 0 as points_range, ${step} as members, 0 as points
    from ${relation} cross join lateral unnest(traits) as trait
    where not starts_with(trait, ${`${prefix}${UNCOUNTED_MARK}`})`;
}

/**
 * Common table expressions that count members: they leave what is in `before` and enter what is in
 * `after`, both with `COUNTED_COLUMNS`.
 */
export function countChanges(
  teamId: number,
  { before, after }: { before?: SQL; after?: SQL },
): SQL {
  const sides = [
    ...(before ? [{ relation: before, step: sql.raw('-1') }] : []),
    ...(after ? [{ relation: after, step: sql.raw('1') }] : []),
  ];
  const changes = sides.flatMap(({ relation, step }) => [
    ...FACETS.map((facet) => valuesOf(facet, relation, step)),
    prefixesOf(teamId, relation, step),
    traitsOf(teamId, relation, step),
  ]);
  return sql`
    changes as (${sql.join(changes, sql` union all `)}),
    counted as (
      insert into ${directoryCounts} (team_id, cell, ${CELL}, members, points)
      select ${teamId}::bigint, ${cellKey(CELL)}, ${CELL}, sum(members), sum(points)
      from changes group by ${CELL} having sum(members) <> 0 or sum(points) <> 0
      on conflict (team_id, cell) do update set
        members = ${directoryCounts.members} + excluded.members,
        points = ${directoryCounts.points} + excluded.points)`;
}

const cellKey = (cell: SQL) =>
  sql`encode(sha256(convert_to(json_build_array(${cell})::text, 'UTF8')), 'hex')`;

/** Leaves out members whose counted columns are unchanged. */
export const isChanged = sql`not exists (
  select from before join after on after.service_id = before.service_id
  where before.service_id = changed.service_id and ${sql.raw(
    [...COUNTED, 'words', 'traits']
      .map((name) => `before.${name} is not distinct from after.${name}`)
      .join(' and '),
  )})`;

/**
 * How many members have a word that begins with a text.
 * @returns undefined if such texts aren't counted
 */
export async function countPrefix(
  db: Queries,
  teamId: number,
  prefix: string,
): Promise<number | undefined> {
  const { length } = Array.from(prefix);
  if (length < 2 || length > 3 || !new RegExp(LETTERS, 'u').test(prefix)) return undefined;
  const cell = sql`'prefix'::text, ${prefix}::text, ''::text, null::text, null::text, 0::int`;
  const [counted] = await db
    .select({ members: directoryCounts.members })
    .from(directoryCounts)
    .where(
      and(eq(directoryCounts.teamId, teamId), sql`${directoryCounts.cell} = ${cellKey(cell)}`),
    );
  return counted?.members ?? 0;
}

/** The number of members with a filter; undefined if the counters don't have what it asks for. */
export function countFiltered(
  db: Queries,
  teamId: number,
  { expiring_month: month, ...filter }: DirectoryFilter,
  now: Date,
): Promise<number> | undefined {
  // Members with points of several overdue months would be counted several times in the current one.
  const isCurrent = month === now.toISOString().slice(0, 7);
  const rows = isCurrent ? undefined : selectFromCounters(teamId, filter, now);
  if (!rows) return undefined;
  const counted =
    month === undefined
      ? rows.month
      : sql`select * from (${rows.point_total}) part_rows where value = ${month}`;
  return db
    .execute<{ total: number }>(sql`
      select coalesce(sum(members), 0)::int as total from (${counted}) facet_rows`)
    .then((result) => one(result.rows).total);
}

/** Rows that add up to the members with a filter, each with its number of members. */
export type FacetRows = Record<Facet, SQL>;

/** From the counters as far as they have what the filter asks for, the rest from members. */
export function selectFromCounters(
  teamId: number,
  filter: DirectoryFilter,
  now: Date,
): FacetRows | undefined {
  const { status, tier, points_min: min, points_max: max, ...others } = filter;
  if (Object.values(others).some(isFilterSet)) return undefined;
  const { first, last, edges } = splitPoints(min, max);
  const isIn = (column: string, values: readonly string[] | undefined) =>
    values?.length ? [sql`${sql.raw(column)} in ${values}`] : [];
  const conditions = [
    sql`team_id = ${teamId}`,
    sql`points_range between ${first} and ${last}`,
    ...isIn('status', status),
    ...isIn('tier_id', tier),
  ];
  const rowsOf = (facet: Facet) => {
    const counters = sql`
      select facet, value, status, tier_id, tier_name, points_range, members, points
      from ${directoryCounts} where facet = ${facet} and ${sql.join(conditions, sql` and `)}`;
    const members = edges.map(
      (edge) => selectFromMembers(matchesFilter(teamId, { ...filter, ...edge }, now))[facet],
    );
    return sql.join([counters, ...members], sql` union all `);
  };
  return { month: rowsOf('month'), tag: rowsOf('tag'), point_total: rowsOf('point_total') };
}

/** A row per member, or per value of a member. */
export function selectFromMembers(where: SQL | undefined): FacetRows {
  const selected = sql`(select ${COUNTED_COLUMNS} from ${directoryMembers} where ${where}) selected`;
  const one = sql.raw('1');
  return {
    month: valuesOf('month', selected, one),
    tag: valuesOf('tag', selected, one),
    point_total: valuesOf('point_total', selected, one),
  };
}

/**
 * The whole ranges between two numbers of points, both inclusive, and what is left at the ends.
 * @returns `first` and `last` are numbers of ranges
 */
function splitPoints(min: number | undefined, max: number | undefined) {
  const [low, high] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
  const [first, last] = [rangeOf(low), rangeOf(high)];
  const startOf = (range: number) => POINT_BOUNDS[range - 1] ?? Number.NEGATIVE_INFINITY;
  const endOf = (range: number) => (POINT_BOUNDS[range] ?? Number.POSITIVE_INFINITY) - 1;
  const startsInside = low > startOf(first);
  const endsInside = high < endOf(last);
  if (low > high || (first === last && (startsInside || endsInside))) {
    return { first: 1, last: 0, edges: [{ points_min: min, points_max: max }] };
  }
  const edges: Pick<DirectoryFilter, 'points_min' | 'points_max'>[] = [];
  if (startsInside) edges.push({ points_min: low, points_max: endOf(first) });
  if (endsInside) edges.push({ points_min: startOf(last), points_max: high });
  return { first: first + (startsInside ? 1 : 0), last: last - (endsInside ? 1 : 0), edges };
}
