import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import {
  directoryCounts,
  directoryMembers,
} from '#services/gateway/directory/directory-members-table.ts';
import {
  isFilterSet,
  matchesFields,
} from '#services/gateway/directory/filters/directory-filter.ts';
import { excludedTraits, filterTraits } from '#services/gateway/directory/filters/member-traits.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { type Facet, LETTERS, POINT_BOUNDS, valuesOf } from './directory-counts.ts';

/**
 * The number of members with a word that begins with a text.
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
      and(
        eq(directoryCounts.teamId, teamId),
        sql`${directoryCounts.cell} = directory_cell_key(${cell})`,
      ),
    );
  return counted?.members ?? 0;
}

/** The number of members with a filter; undefined if the counters don't have what it asks for. */
export function countFiltered(
  db: Queries,
  teamId: number,
  filter: DirectoryFilter,
  now: Date,
): Promise<number> | undefined {
  const traits = onlyTraits(teamId, filter);
  return traits ? countTraits(db, teamId, traits, now) : countCells(db, teamId, filter, now);
}

interface CountedTraits {
  traits: string[];
  /** Whether the filter excludes members with these. */
  isExcluded: boolean;
}

/** The traits of which members have one at most, if the filter asks for nothing else. */
function onlyTraits(teamId: number, filter: DirectoryFilter): CountedTraits | undefined {
  if (Object.values(filter).filter(isFilterSet).length !== 1) return undefined;
  const [included] = filterTraits(teamId, filter);
  const excluded = excludedTraits(teamId, filter);
  if (!included && excluded.length === 0) return undefined;
  return { traits: included ?? excluded, isExcluded: !included };
}

async function countTraits(
  db: Queries,
  teamId: number,
  { traits, isExcluded }: CountedTraits,
  now: Date,
): Promise<number> {
  const values = traits.map((trait) => trait.slice(trait.indexOf(':') + 1));
  const { rows } = await db.execute<{ total: number }>(sql`
    select coalesce(sum(members), 0)::int as total from ${directoryCounts}
    where team_id = ${teamId} and cell = any (array(
      select directory_cell_key('trait', value, '', null, null, 0)
      from unnest(${sql.param(values)}::text[]) as value))`);
  const { total } = one(rows);
  return isExcluded ? ((await countCells(db, teamId, {}, now)) ?? 0) - total : total;
}

function countCells(
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
      (edge) => selectFromMembers(matchesFields(teamId, { ...filter, ...edge }, now))[facet],
    );
    return sql.join([counters, ...members], sql` union all `);
  };
  return { month: rowsOf('month'), tag: rowsOf('tag'), point_total: rowsOf('point_total') };
}

/** A row per member, or per value of a member. */
export function selectFromMembers(where: SQL | undefined): FacetRows {
  const selected = sql`(select * from ${directoryMembers} where ${where}) selected`;
  return {
    month: valuesOf('month', selected),
    tag: valuesOf('tag', selected),
    point_total: valuesOf('point_total', selected),
  };
}

/** The number of bounds up to a value. */
const rangeOf = (points: number) => POINT_BOUNDS.filter((bound) => bound <= points).length;

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
