import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { DirectoryFilter, DirectorySort } from '#contract/gateway/directory.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { countFiltered, countPrefix } from './directory-counts.ts';
import { matchesFilter } from './directory-filter.ts';
import { directoryMembers } from './directory-members-table.ts';
import { type DirectorySearch, prepareSearch } from './directory-search.ts';
import {
  type DirectoryPosition,
  LISTED,
  type ListedRow,
  listSorted,
  type PageOptions,
} from './sorted-members.ts';

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

interface MemberList {
  rows: ListedRow[];
  total: number;
}

/** A page of members with one row more than `count`, each with its position; and the total. */
export async function listMembers(
  db: Queries,
  teamId: number,
  { filter, sort, count, after }: ListOptions,
): Promise<MemberList> {
  const page = { limit: count + 1, after };
  if (filter.q !== undefined && sort === 'relevance') {
    const search = await prepareSearch(db, teamId, filter.q);
    return searchMembers(db, teamId, { filter, search, page });
  }
  const where = await matchesSelection(db, teamId, filter);
  const [rows, total] = await Promise.all([
    listSorted(db, where, sort, page),
    countFiltered(db, teamId, filter) ?? db.$count(directoryMembers, where),
  ]);
  return { rows, total };
}

/** The tiers of a search with prefixes, by name and by date of enrollment. */
const PREFIX_TIER = 2;
export const DATED_TIER = 9;

/** More matches than this take too long to sort by relevance. */
const MANY = 10_000;

interface SearchOptions {
  filter: DirectoryFilter;
  search: DirectorySearch;
  page: PageOptions;
}

/** By relevance; of many matches only the exact ones, and the others by date of enrollment. */
async function searchMembers(
  db: Queries,
  teamId: number,
  { filter: { q: _, ...filter }, search, page }: SearchOptions,
): Promise<MemberList> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  // Without the team, which is a part of each word, the matches are counted in the index alone.
  const where = isFiltered ? matchesFilter(teamId, filter) : undefined;
  const total = await countMatches(db, teamId, search, where);
  const tier = page.after?.tier ?? 0;
  // A list continues in the order that it began with.
  const isSorted = tier >= PREFIX_TIER ? tier !== DATED_TIER : total <= MANY;
  const rows = isSorted
    ? await listByRelevance(db, and(where, search.matches), search, page)
    : await listMany(db, teamId, { filter, search, page });
  return { rows, total };
}

async function countMatches(
  db: Queries,
  teamId: number,
  { word, matches }: DirectorySearch,
  where: SQL | undefined,
): Promise<number> {
  const known = where || word === undefined ? undefined : await countPrefix(db, teamId, word);
  return known ?? db.$count(directoryMembers, and(where, matches));
}

/** The exact matches by relevance, unless they are many too, then the others, who enrolled last first. */
async function listMany(
  db: Queries,
  teamId: number,
  { filter, search, page }: SearchOptions,
): Promise<ListedRow[]> {
  const where = matchesFilter(teamId, filter);
  const isDated = page.after?.tier === DATED_TIER;
  const exact = await db.$count(directoryMembers, search.isExact);
  const isFirst = exact > MANY ? search.isNamed : search.isExact;
  const first = isDated ? [] : await listByRelevance(db, and(where, isFirst), search, page);
  // Not a condition that the index of words has, so that members are read in their order.
  const isOther = sql`coalesce(${search.matches} and not ${isFirst}, false)`;
  const others = await listSorted(db, and(where, isOther), '-enrolled', {
    limit: page.limit - first.length,
    after: isDated ? page.after : undefined,
  });
  return [
    ...first,
    ...others.map(({ row, position }) => ({ row, position: { ...position, tier: DATED_TIER } })),
  ];
}

async function listByRelevance(
  db: Queries,
  where: SQL | undefined,
  { rank }: DirectorySearch,
  { limit, after }: PageOptions,
): Promise<ListedRow[]> {
  const start =
    after &&
    sql`where (rank, name_key, row) > (${after.tier}::int, ${after.key}::text, ${after.row}::bigint)`;
  const { rows: page } = await db.execute<{ row: number; rank: number }>(sql`
    with found as materialized (
      select row, name_key, ${rank} as rank from ${directoryMembers} where ${where})
    select row::float8 as row, rank from found ${start} order by rank, name_key, row limit ${limit}`);
  const ids = page.map(({ row }) => row);
  const found = await db
    .select(LISTED)
    .from(directoryMembers)
    .where(inArray(directoryMembers.row, ids));
  const byRow = new Map(found.map((row) => [row.row, row]));
  return page.flatMap(({ row: id, rank: tier }) => {
    const row = byRow.get(id);
    // A member that was removed between the two statements.
    if (!row) return [];
    return [{ row, position: { tier, key: row.nameKey, row: id } }];
  });
}
