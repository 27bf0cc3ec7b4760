import { and, type SQL, sql } from 'drizzle-orm';
import { type DirectorySort, SIMILAR_COUNTED_MAX } from '#contract/gateway/directory.ts';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import { countPrefix } from '#services/gateway/directory/counts/read-counts.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { matchesFilter } from '#services/gateway/directory/filters/attribute-rows.ts';
import { isFilterSet } from '#services/gateway/directory/filters/directory-filter.ts';
import {
  type ListedRow,
  listSorted,
  type MemberList,
  type PageOptions,
} from '#services/gateway/directory/sorted-members.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { type DirectorySearch, prepareSearch, prepareSimilarSearch } from './directory-search.ts';
import { type Part, sortMatches } from './sort-matches.ts';

/** Ranks of prefix matches and of similar ones: sorted by name, or by enrollment date above the limit. */
const PREFIX_RANK = 2;
export const SIMILAR_RANK = 3;
export const DATED_RANK = 9;

const BY_NAME = { sort: 'name', tierIds: [] } as const;
const NEWEST_FIRST = { sort: '-enrolled', tierIds: [] } as const;

interface ListOptions {
  filter: DirectoryFilter & { q: string };
  sort: DirectorySort;
  tierIds: readonly string[];
  page: PageOptions;
  /** Whether to count similar matches that aren't listed. */
  isCounted: boolean;
  /** More matches are read in the order of an index instead, until the page is full. */
  sortedMatches: number;
  now: Date;
}

/**
 * A page of the members that match a search, and their number: the literal matches; the similar ones after
 * them if the filter includes them, or alone if there are no others. The position says which of the two a
 * list continues with.
 */
export async function listMatches(
  db: Queries,
  teamId: number,
  options: ListOptions,
): Promise<MemberList> {
  const { filter, page, isCounted, now } = options;
  const { after, limit } = page;
  const where = await matchesFilter(db, teamId, filter, now);
  const search = prepareSearch(teamId, filter.q);
  const known = await countShort(db, teamId, filter, search);
  const literal = after?.isSimilar
    ? { rows: [], total: await db.$count(directoryMembers, and(where, search.matches)) }
    : await listLiteral(db, where, { ...options, search, known });
  const isIncluded = filter.similar === 'include';
  const isAlone = after === undefined ? literal.total === 0 : after.isSimilar === true;
  const isListed = isIncluded || isAlone;
  const prepared =
    isListed || isCounted ? await prepareSimilarSearch(db, teamId, filter.q) : undefined;
  const isSimilar = prepared && and(where, prepared.isSimilar);
  if (!isListed) {
    const similar = isCounted ? await countSimilar(db, isSimilar) : null;
    return { ...literal, matching: { literal: literal.total, similar } };
  }
  const rest = {
    limit: limit - literal.rows.length,
    after: after?.isSimilar ? after : undefined,
  };
  const similar = isSimilar
    ? await listSimilar(db, isSimilar, { ...options, page: rest })
    : { rows: [], total: 0 };
  return {
    rows: [...literal.rows, ...similar.rows],
    total: similar.total + (isIncluded ? literal.total : 0),
    matching: {
      literal: literal.total,
      similar: isCounted ? Math.min(similar.total, SIMILAR_COUNTED_MAX) : null,
    },
  };
}
/** Up to a limit: more than that need a better search. */
async function countSimilar(db: Queries, isSimilar: SQL | undefined): Promise<number> {
  if (!isSimilar) return 0;
  const found = db
    .select({ row: directoryMembers.row })
    .from(directoryMembers)
    .where(isSimilar)
    .limit(SIMILAR_COUNTED_MAX)
    .as('found');
  return db.$count(found);
}

/** The number of matches of a short search without filters; undefined for others. */
async function countShort(
  db: Queries,
  teamId: number,
  { q: _q, similar: _similar, ...filter }: DirectoryFilter,
  { word }: DirectorySearch,
): Promise<number | undefined> {
  const isFiltered = Object.values(filter).some(isFilterSet);
  return word === undefined || isFiltered ? undefined : countPrefix(db, teamId, word);
}

type PartOptions = Omit<ListOptions, 'filter'> & {
  search: DirectorySearch;
  known: number | undefined;
};

/** The literal matches. */
async function listLiteral(
  db: Queries,
  where: SQL | undefined,
  { search, known, sort, tierIds, page, sortedMatches }: PartOptions,
): Promise<Part> {
  const matches = and(where, search.matches);
  const rank = page.after?.rank ?? 0;
  // A list by relevance continues in the order that it began with.
  const isSorted = rank === PREFIX_RANK;
  const max = isSorted || known !== undefined ? undefined : sortedMatches;
  if (isSorted || (rank !== DATED_RANK && (known ?? 0) <= sortedMatches)) {
    const order = sort === 'relevance' ? { ...BY_NAME, ...relevance(search) } : { sort, tierIds };
    const found = await sortMatches(db, matches, { ...order, ...page, known, max });
    if (found) return found;
  }
  const rows =
    sort === 'relevance'
      ? await listMany(db, where, search, { ...page, max: sortedMatches })
      : await listSorted(db, matches, { sort, tierIds }, page);
  return { rows, total: known ?? (await db.$count(directoryMembers, matches)) };
}

/** The matches with a typo, by name if they are sorted by relevance. */
async function listSimilar(
  db: Queries,
  where: SQL | undefined,
  { sort, tierIds, page, sortedMatches }: Omit<ListOptions, 'filter'>,
): Promise<Part> {
  const isRelevance = sort === 'relevance';
  const order = isRelevance ? { ...BY_NAME, rank: sql.raw(`${SIMILAR_RANK}`) } : { sort, tierIds };
  const isDated = page.after?.rank === DATED_RANK;
  const isSorted = page.after !== undefined && isRelevance && !isDated;
  const max = isSorted ? undefined : sortedMatches;
  const found = isDated ? undefined : await sortMatches(db, where, { ...order, ...page, max });
  const { rows, total } = found ?? {
    rows: isRelevance
      ? await listDated(db, where, page)
      : await listSorted(db, where, { sort, tierIds }, page),
    total: await db.$count(directoryMembers, where),
  };
  return {
    rows: rows.map(({ row, position }) => ({ row, position: { ...position, isSimilar: true } })),
    total,
  };
}

/** The latest enrollment comes first. */
async function listDated(
  db: Queries,
  where: SQL | undefined,
  page: PageOptions,
): Promise<ListedRow[]> {
  const rows = await listSorted(db, where, NEWEST_FIRST, page);
  return rows.map(({ row, position }) => ({ row, position: { ...position, rank: DATED_RANK } }));
}

/** The exact matches by relevance, unless they are many too; then the others, who enrolled last first. */
async function listMany(
  db: Queries,
  where: SQL | undefined,
  search: DirectorySearch,
  page: PageOptions & { max: number },
): Promise<ListedRow[]> {
  const list = (matches: SQL) =>
    sortMatches(db, and(where, matches), { ...BY_NAME, ...relevance(search), ...page });
  const exact = await list(search.isExact);
  const isFirst = exact ? search.isExact : search.isNamed;
  const isDated = page.after?.rank === DATED_RANK;
  const first = isDated ? undefined : (exact ?? (await list(search.isNamed)));
  const rows = first?.rows ?? [];
  // Not a condition that the index of words has, so that members are read in their order.
  const isOther = sql`coalesce(${search.matches} and not ${isFirst}, false)`;
  const others = await listDated(db, and(where, isOther), {
    limit: page.limit - rows.length,
    after: isDated ? page.after : undefined,
  });
  return [...rows, ...others];
}

/**
 * The relevance of a literal match: exact ids and addresses 0, whole words 1, prefixes 2, the shortest
 * continuation first. Most searches have no exact match at all.
 */
function relevance({ isNamed, isExact, continuation }: DirectorySearch) {
  return {
    exact: isExact,
    rank: sql`case when not (select exists (select from exact)) or not ${isExact} then ${PREFIX_RANK}::int
      when ${isNamed} then 0 else 1 end`,
    continuation,
  };
}
