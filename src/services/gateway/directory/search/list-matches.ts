import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { DirectorySort } from '#contract/gateway/directory.ts';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import { countPrefix } from '#services/gateway/directory/counts/read-counts.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import {
  isFilterSet,
  matchesFilter,
} from '#services/gateway/directory/filters/directory-filter.ts';
import {
  type ColumnSort,
  LISTED,
  type ListedRow,
  listSorted,
  type MemberList,
  type PageOptions,
  sortOrder,
  startsAfter,
} from '#services/gateway/directory/sorted-members.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import type { DirectorySearch } from './directory-search.ts';

/** Ranks of prefix matches: sorted by name, or by enrollment date above the limit. */
const PREFIX_RANK = 2;
export const DATED_RANK = 9;

const BY_NAME = { sort: 'name', tierIds: [] } as const;
const NEWEST_FIRST = { sort: '-enrolled', tierIds: [] } as const;

interface ListOptions {
  filter: DirectoryFilter;
  search: DirectorySearch;
  sort: DirectorySort;
  tierIds: readonly string[];
  page: PageOptions;
  /** More matches are read in the order of an index instead, until the page is full. */
  sortedMatches: number;
  now: Date;
}

/** A page of the members that match a search, and their number. */
export async function listMatches(
  db: Queries,
  teamId: number,
  { filter, search, sort, tierIds, page, sortedMatches, now }: ListOptions,
): Promise<MemberList> {
  const where = matchesFilter(teamId, filter, now);
  const matches = and(where, search.matches);
  const known = await countShort(db, teamId, filter, search);
  const rank = page.after?.rank ?? 0;
  // A list by relevance continues in the order that it began with.
  const isSorted = rank >= PREFIX_RANK && rank !== DATED_RANK;
  const max = isSorted || known !== undefined ? undefined : sortedMatches;
  if (isSorted || (rank !== DATED_RANK && (known ?? 0) <= sortedMatches)) {
    const order = sort === 'relevance' ? { search, sort: 'name' as const } : { sort };
    const found = await sortMatches(db, matches, { ...order, tierIds, ...page, known, max });
    if (found) return found;
  }
  const [rows, total] = await Promise.all([
    sort === 'relevance'
      ? listMany(db, where, search, { ...page, max: sortedMatches })
      : listSorted(db, matches, { sort, tierIds }, page),
    known ?? db.$count(directoryMembers, matches),
  ]);
  return { rows, total };
}

/** The number of matches of a short search without filters; undefined for others. */
async function countShort(
  db: Queries,
  teamId: number,
  { q: _, ...filter }: DirectoryFilter,
  { word }: DirectorySearch,
): Promise<number | undefined> {
  const isFiltered = Object.values(filter).some(isFilterSet);
  return word === undefined || isFiltered ? undefined : countPrefix(db, teamId, word);
}

/** The exact matches by relevance, unless they are many too; then the others, who enrolled last first. */
async function listMany(
  db: Queries,
  where: SQL | undefined,
  search: DirectorySearch,
  page: PageOptions & { max: number },
): Promise<ListedRow[]> {
  const list = (matches: SQL) =>
    sortMatches(db, and(where, matches), { search, ...BY_NAME, ...page });
  const exact = await list(search.isExact);
  const isFirst = exact ? search.isExact : search.isNamed;
  const isDated = page.after?.rank === DATED_RANK;
  const first = isDated ? undefined : (exact ?? (await list(search.isNamed)));
  const rows = first?.rows ?? [];
  // Not a condition that the index of words has, so that members are read in their order.
  const isOther = sql`coalesce(${search.matches} and not ${isFirst}, false)`;
  const others = await listSorted(db, and(where, isOther), NEWEST_FIRST, {
    limit: page.limit - rows.length,
    after: isDated ? page.after : undefined,
  });
  return [
    ...rows,
    ...others.map(({ row, position }) => ({ row, position: { ...position, rank: DATED_RANK } })),
  ];
}

/**
 * The relevance of a match: exact ids and addresses 0, whole words 1, prefixes 2, typos 3. Most matches
 * have the lowest, so it is decided first; and most searches have no exact match at all.
 */
function relevance({ isNamed, isExact, isPrefix }: DirectorySearch): SQL {
  return sql`case ${isPrefix ? sql`when not ${isPrefix} then 3` : sql``}
    when not (select exists (select from exact)) or not ${isExact} then 2
    when ${isNamed} then 0 else 1 end`;
}

interface SortOptions extends PageOptions, ColumnSort {
  /** Matches are sorted by its relevance first, if given. */
  search?: DirectorySearch;
  max: number | undefined;
  /** The total, if it is known. */
  known?: number | undefined;
}

/**
 * Finds all matches and sorts them: reading members in the order of an index until a page is full can
 * take all of them. Matches are read once, for the total and for the page.
 *
 * @returns undefined if there are more than `max`
 */
async function sortMatches(
  db: Queries,
  where: SQL | undefined,
  { search, sort, tierIds, limit, after, known, max }: SortOptions,
): Promise<MemberList | undefined> {
  const order = sortOrder({ sort, tierIds });
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc');
  const sorted = sql`rank, key ${direction}, row ${direction}`;
  const start =
    after &&
    sql`where rank > ${after.rank} or rank = ${after.rank} and ${startsAfter(order, after, sql`key`)}`;
  // Materialized, because the planner would look for an exact match among all members, one by one.
  const exact = sql`select from ${directoryMembers} where ${search?.isExact ?? sql`false`}`;
  const rank = search ? relevance(search) : sql`0`;
  const result = await db.execute<{ total: number; page: [number, number][] }>(sql`
    with exact as materialized (${exact}),
    found as (
      select row, ${order.column} as key, ${rank} as rank from ${directoryMembers}
      where ${where} limit ${max === undefined ? null : max + 1}),
    page as (select * from found ${start} order by ${sorted} limit ${limit})
    select ${known ?? sql`(select count(*) from found)`}::int as total,
      (select coalesce(json_agg(json_build_array(row, rank) order by ${sorted}), '[]')
        from page) as page`);
  const { total, page } = one(result.rows);
  if (max !== undefined && total > max) return undefined;
  const ids = page.map(([id]) => id);
  const found = await db
    .select(LISTED)
    .from(directoryMembers)
    .where(inArray(directoryMembers.row, ids));
  const byRow = new Map(found.map((row) => [row.row, row]));
  const rows = page.flatMap(([id, rankOfRow]) => {
    const row = byRow.get(id);
    // A member that was removed between the two statements.
    if (!row) return [];
    return [{ row, position: { rank: rankOfRow, key: order.keyOf(row), row: id } }];
  });
  return { rows, total };
}
