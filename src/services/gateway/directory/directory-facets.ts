import { type SQL, sql } from 'drizzle-orm';
import {
  type DirectoryFacets,
  type DirectoryFilter,
  FACET_MONTHS,
  FACET_TAGS_MAX,
} from '#contract/gateway/directory.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { directoryMembers } from './directory-members-table.ts';
import { matchesSelection } from './directory-store.ts';

/** Counts of the members that match the filters (decisions.md, 43). */
export async function countFacets(
  db: Queries,
  clock: Clock,
  teamId: number,
  filter: DirectoryFilter,
): Promise<DirectoryFacets> {
  const where = await matchesSelection(db, teamId, filter);
  const [groups, tags, points] = await Promise.all([
    countGroups(db, where),
    countTags(db, where),
    summarizePoints(db, where),
  ]);
  const enrolled = new Map(sumBy(groups, ({ month }) => month).map((m) => [m.value, m.count]));
  return {
    statuses: sumBy(groups, ({ status }) => status),
    tiers: sumBy(groups, ({ tierId }) => tierId).map(({ value, count }) => {
      const ofTier = groups.filter(({ tierId }) => tierId === value);
      return {
        value,
        count,
        name: ofTier[0]?.tierName ?? value,
        points: ofTier.reduce((sum, group) => sum + Number(group.points), 0),
      };
    }),
    tags,
    enrolled_months: lastMonths(clock.now()).map((value) => ({
      value,
      count: enrolled.get(value) ?? 0,
    })),
    points,
  };
}

/** Members by status, tier and month of enrollment: a few hundred groups at most. */
function countGroups(db: Queries, where: SQL | undefined) {
  const { status, tierId, tierName, enrolledAt, points } = directoryMembers;
  const month = sql<string>`to_char(${enrolledAt} at time zone 'UTC', 'YYYY-MM')`;
  return db
    .select({
      ...{ status, tierId, tierName, month },
      count: sql<number>`count(*)::int`,
      points: sql<number>`sum(${points})::float8`,
    })
    .from(directoryMembers)
    .where(where)
    .groupBy(status, tierId, tierName, sql`4`);
}

async function countTags(db: Queries, where: SQL | undefined) {
  const result = await db.execute<{ value: string; count: number }>(sql`
    select tag as value, count(*)::int as count
    from ${directoryMembers} cross join lateral unnest(${directoryMembers.tags}) as tag
    where ${where}
    group by tag order by count(*) desc, tag collate "C" limit ${FACET_TAGS_MAX}`);
  return result.rows.map(({ value, count }) => ({ value, count: Number(count) }));
}

/** The median is read from the index instead of sorting all points. */
async function summarizePoints(db: Queries, where: SQL | undefined) {
  const { points } = directoryMembers;
  const [sums] = await db
    .select({
      total: sql<number>`coalesce(sum(${points}), 0)::float8`,
      count: sql<number>`count(*)::int`,
    })
    .from(directoryMembers)
    .where(where);
  const count = Number(sums?.count ?? 0);
  const middle = await db
    .select({ points })
    .from(directoryMembers)
    .where(where)
    .orderBy(points)
    .offset(Math.max(0, Math.ceil(count / 2) - 1))
    .limit(count % 2 === 0 ? 2 : 1);
  const sum = middle.reduce((all, row) => all + row.points, 0);
  return {
    total: Number(sums?.total ?? 0),
    median: count === 0 ? null : sum / middle.length,
  };
}

type Group = Awaited<ReturnType<typeof countGroups>>[number];

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
