import { and, type SQL } from 'drizzle-orm';
import type { DirectorySort } from '#contract/gateway/directory.ts';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { estimateCount } from './counts/estimate-count.ts';
import { countFiltered } from './counts/read-counts.ts';
import { directoryMembers } from './directory-members-table.ts';
import { matchesFilter } from './filters/attribute-rows.ts';
import { prepareSearch, prepareSimilarSearch } from './search/directory-search.ts';
import { listMatches } from './search/list-matches.ts';
import { type DirectoryPosition, listSorted, type MemberList } from './sorted-members.ts';

/**
 * Matches the filters and the search literally, as a job selects members; also similar ones if the filter
 * includes them (decisions.md, 42).
 */
export async function matchesSelection(
  db: Queries,
  teamId: number,
  filter: DirectoryFilter,
  now: Date,
): Promise<SQL | undefined> {
  const where = await matchesFilter(db, teamId, filter, now);
  if (filter.q === undefined) return where;
  const similar =
    filter.similar === 'include' ? await prepareSimilarSearch(db, teamId, filter.q) : undefined;
  return and(where, (similar ?? prepareSearch(teamId, filter.q)).matches);
}

/** Matches what a list of the filters gives: similar members where none match literally. */
export async function matchesListed(
  db: Queries,
  teamId: number,
  filter: DirectoryFilter,
  now: Date,
): Promise<SQL | undefined> {
  const selected = await matchesSelection(db, teamId, filter, now);
  if (filter.q === undefined || filter.similar === 'include') return selected;
  const found = await db
    .select({ row: directoryMembers.row })
    .from(directoryMembers)
    .where(selected)
    .limit(1);
  return found.length > 0
    ? selected
    : matchesSelection(db, teamId, { ...filter, similar: 'include' }, now);
}

interface ListOptions {
  filter: DirectoryFilter;
  sort: DirectorySort;
  /** Lowest first; only for the sort by tier. */
  tierIds?: readonly string[];
  count: number;
  after: DirectoryPosition | undefined;
  /** Whether the total may take longer than the page; `about`: it is estimated where it would take much longer. */
  counting: boolean | 'about';
  sortedMatches: number;
  countedMembers: number;
  now: Date;
}

/**
 * A page of members with one row more than `count`, each with its position; and the total, if it is known or
 * asked for.
 */
export async function listMembers(
  db: Queries,
  teamId: number,
  options: ListOptions,
): Promise<MemberList> {
  const { filter, sort, tierIds = [], count, after, counting, now } = options;
  const page = { limit: count + 1, after };
  if (filter.q !== undefined) {
    const searched = { ...filter, q: filter.q };
    const isCounted = counting !== false;
    return listMatches(db, teamId, { ...options, filter: searched, tierIds, page, isCounted });
  }
  if (sort === 'relevance') throw new TypeError('Only matches of a search have a relevance');
  const where = await matchesFilter(db, teamId, filter, now);
  // One after the other: a transaction has one connection.
  const rows = await listSorted(db, where, { sort, tierIds }, page);
  const counted = await countFiltered(db, teamId, filter, now);
  if (counted !== undefined) return { rows, total: counted };
  if (after === undefined && rows.length <= count) return { rows, total: rows.length };
  const about = counting === 'about' ? await estimateCount(db, teamId, where, options) : undefined;
  if (about !== undefined) return { rows, total: about, isAbout: true };
  return { rows, total: counting ? await db.$count(directoryMembers, where) : undefined };
}
