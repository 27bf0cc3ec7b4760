import { and, asc, desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DirectoryFilter, DirectorySort } from '#contract/gateway/directory.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { countPrefix } from './directory-counts.ts';
import { matchesFilter } from './directory-filter.ts';
import { directoryMembers } from './directory-members-table.ts';
import { type DirectorySearch, prepareSearch } from './directory-search.ts';

const LISTED = {
  row: directoryMembers.row,
  serviceId: directoryMembers.serviceId,
  memberId: directoryMembers.memberId,
  firstName: directoryMembers.firstName,
  lastName: directoryMembers.lastName,
  emailAddress: directoryMembers.emailAddress,
  phoneNumber: directoryMembers.phoneNumber,
  status: directoryMembers.status,
  tierId: directoryMembers.tierId,
  tierName: directoryMembers.tierName,
  points: directoryMembers.points,
  tags: directoryMembers.tags,
  enrolledAt: directoryMembers.enrolledAt,
  changedAt: directoryMembers.changedAt,
  nameKey: directoryMembers.nameKey,
  enrollmentDate: directoryMembers.enrollmentDate,
  modifiedDate: directoryMembers.modifiedDate,
};

const SORT_COLUMNS = {
  name: directoryMembers.nameKey,
  points: directoryMembers.points,
  enrolled: directoryMembers.enrolledAt,
  changed: directoryMembers.changedAt,
} as const;

/** Where a page starts: after this row. `tier` is the part of a search that the row is in. */
export interface DirectoryPosition {
  tier: number;
  key: string;
  row: number;
}

/** The tiers of a search with prefixes, by name and by date of enrollment. */
const PREFIX_TIER = 2;
export const BROAD_TIER = 9;

export type DirectoryRow = Awaited<ReturnType<typeof selectPage>>[number];

/** Matches the filters and the search. */
export async function matchesSelection(
  db: Queries,
  teamId: number,
  filter: DirectoryFilter,
): Promise<SQL | undefined> {
  const search = filter.q === undefined ? undefined : await prepareSearch(db, teamId, filter.q);
  return and(matchesFilter(teamId, filter), search?.matches);
}

interface ListOptions {
  filter: DirectoryFilter;
  sort: DirectorySort;
  count: number;
  after: DirectoryPosition | undefined;
}

/** A page of members with one row more than `count`, each with its position; and the total. */
export async function listMembers(
  db: Queries,
  teamId: number,
  { filter, sort, count, after }: ListOptions,
): Promise<{ rows: ListedRow[]; total: number }> {
  const search = filter.q === undefined ? undefined : await prepareSearch(db, teamId, filter.q);
  const where = and(matchesFilter(teamId, filter), search?.matches);
  const page = { limit: count + 1, after };
  if (search && sort === 'relevance') {
    const total = await countShort(db, teamId, filter, search);
    if (total !== undefined && isBroad(total, after)) {
      return { rows: await listBroadly(db, teamId, search, page), total };
    }
    return listByRelevance(db, where, search, page);
  }
  const countAll = db.$count(directoryMembers, where);
  const [rows, total] = await Promise.all([listSorted(db, where, sort, page), countAll]);
  return { rows, total };
}

interface ListedRow {
  row: DirectoryRow;
  position: DirectoryPosition;
}

interface PageOptions {
  limit: number;
  after: DirectoryPosition | undefined;
}

/** The number of matches of a short search without filters; undefined for others. */
async function countShort(
  db: Queries,
  teamId: number,
  { q: _, ...filter }: DirectoryFilter,
  { word }: DirectorySearch,
): Promise<number | undefined> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return word === undefined || isFiltered ? undefined : countPrefix(db, teamId, word);
}

/** More matches than this take too long to sort by name. */
const MANY = 5_000;

/** A list continues in the order that it began with. */
function isBroad(total: number, after: DirectoryPosition | undefined): boolean {
  return after?.tier === BROAD_TIER || (total > MANY && (after?.tier ?? 0) < PREFIX_TIER);
}

/** The exact matches by relevance, then the others, who enrolled last first. */
async function listBroadly(
  db: Queries,
  teamId: number,
  search: DirectorySearch,
  { limit, after }: PageOptions,
): Promise<ListedRow[]> {
  const isTeam = matchesFilter(teamId, {});
  const isStarted = after?.tier === BROAD_TIER;
  const exact = isStarted
    ? []
    : (await listByRelevance(db, and(isTeam, search.isExact), search, { limit, after })).rows;
  // Not a condition that the index of words has, so that members are read in their order.
  const isOther = sql`coalesce(${search.matches} and not ${search.isExact}, false)`;
  const others = await listSorted(db, and(isTeam, isOther), '-enrolled', {
    limit: limit - exact.length,
    after: isStarted ? after : undefined,
  });
  return [
    ...exact,
    ...others.map(({ row, position }) => ({ row, position: { ...position, tier: BROAD_TIER } })),
  ];
}

/** Matches are read once, for the total and for the page. */
async function listByRelevance(
  db: Queries,
  where: SQL | undefined,
  { rank }: DirectorySearch,
  { limit, after }: PageOptions,
): Promise<{ rows: ListedRow[]; total: number }> {
  const start =
    after &&
    sql`where (rank, name_key, row) > (${after.tier}::int, ${after.key}::text, ${after.row}::bigint)`;
  const result = await db.execute<{ total: number; page: [number, number][] }>(sql`
    with found as materialized (
      select row, name_key, ${rank} as rank from ${directoryMembers} where ${where}),
    page as (
      select row, name_key, rank from found ${start} order by rank, name_key, row limit ${limit})
    select (select count(*)::int from found) as total,
      (select coalesce(json_agg(json_build_array(row, rank) order by rank, name_key, row), '[]')
        from page) as page`);
  const { total = 0, page = [] } = result.rows[0] ?? {};
  const ids = page.map(([id]) => id);
  const found = await db
    .select(LISTED)
    .from(directoryMembers)
    .where(inArray(directoryMembers.row, ids));
  const byRow = new Map(found.map((row) => [row.row, row]));
  const rows = page.flatMap(([id, tier]) => {
    const row = byRow.get(id);
    // A member that was removed between the two statements.
    if (!row) return [];
    return [{ row, position: { tier, key: row.nameKey, row: id } }];
  });
  return { rows, total };
}

async function listSorted(
  db: Queries,
  where: SQL | undefined,
  sort: DirectorySort,
  { limit, after }: PageOptions,
) {
  const key = sort.replace(/^-/, '') as keyof typeof SORT_COLUMNS;
  const column = SORT_COLUMNS[key];
  const isDescending = sort.startsWith('-');
  const start = after && startsAfter(column, after, isDescending);
  const rows = await selectPage(db, and(where, start), { column, isDescending, limit });
  return rows.map((row) => ({ row, position: { tier: 0, key: keyOf(row, key), row: row.row } }));
}

function selectPage(
  db: Queries,
  where: SQL | undefined,
  { column, isDescending, limit }: { column: PgColumn; isDescending: boolean; limit: number },
) {
  const order = isDescending ? desc : asc;
  return db
    .select(LISTED)
    .from(directoryMembers)
    .where(where)
    .orderBy(order(column), order(directoryMembers.row))
    .limit(limit);
}

function startsAfter(column: PgColumn, { key, row }: DirectoryPosition, isDescending: boolean) {
  // Typed, because the database can't infer the type of a parameter inside a row.
  const type = sql.raw(column.getSQLType());
  const position = sql`(${key}::${type}, ${row}::bigint)`;
  return isDescending
    ? sql`(${column}, ${directoryMembers.row}) < ${position}`
    : sql`(${column}, ${directoryMembers.row}) > ${position}`;
}

function keyOf(row: DirectoryRow, key: keyof typeof SORT_COLUMNS): string {
  if (key === 'points') return String(row.points);
  if (key === 'enrolled') return row.enrolledAt.toISOString();
  return key === 'changed' ? row.changedAt.toISOString() : row.nameKey;
}
