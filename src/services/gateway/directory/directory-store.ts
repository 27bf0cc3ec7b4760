import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { DirectoryFilter, DirectorySort } from '#contract/gateway/directory.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { countFiltered, countPrefix } from './directory-counts.ts';
import { matchesFilter } from './directory-filter.ts';
import { directoryMembers } from './directory-members-table.ts';
import { type DirectorySearch, prepareSearch } from './search/directory-search.ts';
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
  sortedMatches: number;
}

interface MemberList {
  rows: ListedRow[];
  total: number;
}

/** A page of members with one row more than `count`, each with its position; and the total. */
export async function listMembers(
  db: Queries,
  teamId: number,
  { filter, sort, count, after, sortedMatches }: ListOptions,
): Promise<MemberList> {
  const page = { limit: count + 1, after };
  if (filter.q !== undefined && sort === 'relevance') {
    const search = await prepareSearch(db, teamId, filter.q);
    return searchMembers(db, teamId, { filter, search, page, sortedMatches });
  }
  const where = await matchesSelection(db, teamId, filter);
  const [rows, total] = await Promise.all([
    listSorted(db, where, sort, page),
    countFiltered(db, teamId, filter) ?? db.$count(directoryMembers, where),
  ]);
  return { rows, total };
}

/** The ranks of matches by prefix: sorted by name, and by date of enrollment if there are too many. */
const PREFIX_RANK = 2;
export const DATED_RANK = 9;

interface SearchOptions {
  filter: DirectoryFilter;
  search: DirectorySearch;
  page: PageOptions;
  sortedMatches: number;
}

/** By relevance; of many matches only the exact ones, and the others by date of enrollment. */
async function searchMembers(
  db: Queries,
  teamId: number,
  { filter, search, page, sortedMatches }: SearchOptions,
): Promise<MemberList> {
  const where = matchesFilter(teamId, filter);
  const matches = and(where, search.matches);
  const known = await countShort(db, teamId, filter, search);
  const rank = page.after?.rank ?? 0;
  // A list continues in the order that it began with.
  const isSorted = rank >= PREFIX_RANK && rank !== DATED_RANK;
  const max = isSorted || known !== undefined ? undefined : sortedMatches;
  if (isSorted || (rank !== DATED_RANK && (known ?? 0) <= sortedMatches)) {
    const found = await listByRelevance(db, matches, search, { ...page, known, max });
    if (found) return found;
  }
  const [rows, total] = await Promise.all([
    listMany(db, where, search, { ...page, max: sortedMatches }),
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
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return word === undefined || isFiltered ? undefined : countPrefix(db, teamId, word);
}

/** The exact matches by relevance, unless they are many too; then the others, who enrolled last first. */
async function listMany(
  db: Queries,
  where: SQL | undefined,
  search: DirectorySearch,
  page: RelevanceOptions,
): Promise<ListedRow[]> {
  const list = (matches: SQL) => listByRelevance(db, and(where, matches), search, page);
  const exact = await list(search.isExact);
  const isFirst = exact ? search.isExact : search.isNamed;
  const isDated = page.after?.rank === DATED_RANK;
  const first = isDated ? undefined : (exact ?? (await list(search.isNamed)));
  const rows = first?.rows ?? [];
  // Not a condition that the index of words has, so that members are read in their order.
  const isOther = sql`coalesce(${search.matches} and not ${isFirst}, false)`;
  const others = await listSorted(db, and(where, isOther), '-enrolled', {
    limit: page.limit - rows.length,
    after: isDated ? page.after : undefined,
  });
  return [
    ...rows,
    ...others.map(({ row, position }) => ({ row, position: { ...position, rank: DATED_RANK } })),
  ];
}

interface RelevanceOptions extends PageOptions {
  max: number | undefined;
  /** The total, if it is known. */
  known?: number | undefined;
}

/**
 * Matches are read once, for the total and for the page.
 * @returns undefined if there are more than `max`
 */
async function listByRelevance(
  db: Queries,
  where: SQL | undefined,
  search: DirectorySearch,
  { limit, after, known, max }: RelevanceOptions,
): Promise<MemberList | undefined> {
  const start =
    after &&
    sql`where (rank, name_key, row) > (${after.rank}::int, ${after.key}::text, ${after.row}::bigint)`;
  const statement = sql`
    with found as (
      select row, name_key, ${search.rank} as rank from ${directoryMembers} where ${where}
      limit ${max === undefined ? null : max + 1}),
    page as (
      select row, name_key, rank from found ${start} order by rank, name_key, row limit ${limit})
    select ${known ?? sql`(select count(*) from found)`}::int as total,
      (select coalesce(json_agg(json_build_array(row, rank) order by rank, name_key, row), '[]')
        from page) as page`;
  const result = await db.transaction(async (tx) => {
    // The planner expects far too many matches of a word with many typos, and would read all members.
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute<{ total: number; page: [number, number][] }>(statement);
  });
  const { total = 0, page = [] } = result.rows[0] ?? {};
  if (max !== undefined && total > max) return undefined;
  const ids = page.map(([id]) => id);
  const found = await db
    .select(LISTED)
    .from(directoryMembers)
    .where(inArray(directoryMembers.row, ids));
  const byRow = new Map(found.map((row) => [row.row, row]));
  const rows = page.flatMap(([id, rank]) => {
    const row = byRow.get(id);
    // A member that was removed between the two statements.
    if (!row) return [];
    return [{ row, position: { rank, key: row.nameKey, row: id } }];
  });
  return { rows, total };
}
