import { and, gte, type SQL, sql } from 'drizzle-orm';
import { type DirectoryFacets, FACET_MONTHS, FACET_TAGS_MAX } from '#contract/gateway/directory.ts';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import {
  ENROLLMENT_MONTH,
  POINT_BOUNDS,
} from '#services/gateway/directory/counts/directory-counts.ts';
import {
  type FacetRows,
  selectFromCounters,
} from '#services/gateway/directory/counts/read-counts.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { matchesListed } from '#services/gateway/directory/directory-store.ts';
import { findTierNames } from '#services/gateway/directory/tier-names.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';

/** Counts of the members that match the filters (decisions.md, 43). */
export async function countFacets(
  db: Queries,
  clock: Clock,
  teamId: number,
  filter: DirectoryFilter,
): Promise<DirectoryFacets> {
  const now = clock.now();
  const counters = selectFromCounters(teamId, filter, now);
  const where = await matchesListed(db, teamId, filter, now);
  // One after the other: a transaction has one connection.
  const names = await findTierNames(db, teamId);
  const { groups, tags, median } = await (counters
    ? sumCounters(db, counters, where)
    : countMembers(db, where));
  const enrolled = new Map(sumBy(groups, ({ month }) => month).map((m) => [m.value, m.count]));
  return {
    statuses: sumBy(groups, ({ status }) => status),
    tiers: sumBy(groups, ({ tierId }) => tierId).map(({ value, count }) => {
      const ofTier = groups.filter(({ tierId }) => tierId === value);
      const name = names.get(value) ?? ofTier[0]?.tierName ?? value;
      return { value, count, name, points: sumPoints(ofTier) };
    }),
    tags,
    enrolled_months: lastMonths(now).map((value) => ({
      value,
      count: enrolled.get(value) ?? 0,
    })),
    points: { total: sumPoints(groups), median },
  };
}

/** Members by status, tier and month of enrollment: a few hundred groups at most. */
interface Group {
  status: string;
  tierId: string | null;
  tierName: string | null;
  month: string;
  count: number;
  points: number;
}

interface Counts {
  groups: Group[];
  /** The most frequent ones first. */
  tags: DirectoryFacets['tags'];
  median: number | null;
}

const sumPoints = (groups: readonly Group[]) =>
  groups.reduce((sum, { points }) => sum + Number(points), 0);

/** In one statement: finding the members of a search takes longer than counting them. */
async function countMembers(db: Queries, where: SQL | undefined): Promise<Counts> {
  const { rows } = await db.execute<Counts & Record<string, unknown>>(sql`
    with selected as materialized (
      select status, tier_id, tier_name, ${ENROLLMENT_MONTH} as month, points, tags
      from ${directoryMembers} where ${where}),
    groups as (
      select status, tier_id as "tierId", tier_name as "tierName", month,
        count(*) as count, sum(points) as points
      from selected group by 1, 2, 3, 4),
    tags as (
      select value, count(*) as count from selected cross join unnest(tags) as value
      group by value order by count(*) desc, value collate "C" limit ${FACET_TAGS_MAX})
    select (select coalesce(json_agg(groups), '[]') from groups) as groups,
      (select coalesce(json_agg(tags order by count desc, value collate "C"), '[]') from tags) as tags,
      (select percentile_cont(0.5) within group (order by points) from selected) as median`);
  return one(rows);
}

async function sumCounters(db: Queries, rows: FacetRows, where: SQL | undefined): Promise<Counts> {
  const groups = await sumGroups(db, rows.month);
  const tags = await sumTags(db, rows.tag);
  const ranges = await sumRanges(db, rows.month);
  return { groups, tags, median: await findMedian(db, where, ranges) };
}

async function sumGroups(db: Queries, facetRows: SQL): Promise<Group[]> {
  const { rows } = await db.execute<Group & Record<string, unknown>>(sql`
    select status, tier_id as "tierId", tier_name as "tierName", value as month,
      sum(members)::int as count, sum(points)::float8 as points
    from (${facetRows}) facet_rows group by 1, 2, 3, 4 having sum(members) > 0`);
  return rows;
}

async function sumTags(db: Queries, facetRows: SQL): Promise<Counts['tags']> {
  const { rows } = await db.execute<{ value: string; count: number }>(sql`
    select value, sum(members)::int as count from (${facetRows}) facet_rows
    group by value having sum(members) > 0
    order by sum(members) desc, value collate "C" limit ${FACET_TAGS_MAX}`);
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}

interface PointRange {
  range: number;
  count: number;
}

async function sumRanges(db: Queries, facetRows: SQL): Promise<PointRange[]> {
  const { rows } = await db.execute<{ range: number; count: number }>(sql`
    select points_range as range, sum(members)::int as count from (${facetRows}) facet_rows
    group by points_range having sum(members) > 0 order by points_range`);
  return rows;
}

/** The points in the middle, read from the index within the range that they are in. */
async function findMedian(
  db: Queries,
  where: SQL | undefined,
  ranges: readonly PointRange[],
): Promise<number | null> {
  const total = ranges.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let before = 0;
  const middle = Math.ceil(total / 2) - 1;
  const range = ranges.find(({ count }) => {
    const isIn = middle < before + count;
    if (!isIn) before += count;
    return isIn;
  });
  const { points } = directoryMembers;
  const from = POINT_BOUNDS[(range?.range ?? 0) - 1];
  const rows = await db
    .select({ points })
    .from(directoryMembers)
    .where(and(where, from === undefined ? undefined : gte(points, from)))
    .orderBy(points)
    .offset(middle - before)
    .limit(total % 2 === 0 ? 2 : 1);
  return rows.reduce((all, row) => all + row.points, 0) / rows.length;
}

/** Counts by one property, the most frequent first. */
function sumBy(groups: readonly Group[], property: (group: Group) => string | null) {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const value = property(group);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + Number(group.count));
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** The last months in UTC as `YYYY-MM`, oldest first. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: FACET_MONTHS }, (_, index) => {
    const month = now.getUTCMonth() - (FACET_MONTHS - 1 - index);
    return new Date(Date.UTC(now.getUTCFullYear(), month, 1)).toISOString().slice(0, 7);
  });
}
