import { and, type SQL } from 'drizzle-orm';
import type { DirectorySort } from '#contract/gateway/directory.ts';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { countFiltered } from './counts/read-counts.ts';
import { directoryMembers } from './directory-members-table.ts';
import { matchesFilter } from './filters/directory-filter.ts';
import { prepareSearch } from './search/directory-search.ts';
import { listMatches } from './search/list-matches.ts';
import { type DirectoryPosition, listSorted, type MemberList } from './sorted-members.ts';

/** Matches the filters and the search. */
export async function matchesSelection(
  db: Queries,
  teamId: number,
  filter: DirectoryFilter,
  now: Date,
): Promise<SQL | undefined> {
  const search = filter.q === undefined ? undefined : await prepareSearch(db, teamId, filter.q);
  return and(matchesFilter(teamId, filter, now), search?.matches);
}

interface ListOptions {
  filter: DirectoryFilter;
  sort: DirectorySort;
  /** Lowest first; only for the sort by tier. */
  tierIds?: readonly string[];
  count: number;
  after: DirectoryPosition | undefined;
  /** Whether the total may take longer than the page. */
  isCounted: boolean;
  sortedMatches: number;
  now: Date;
}

/**
 * A page of members with one row more than `count`, each with its position; and the total, if it is known or
 * asked for.
 */
export async function listMembers(
  db: Queries,
  teamId: number,
  { filter, sort, tierIds = [], count, after, isCounted, sortedMatches, now }: ListOptions,
): Promise<MemberList> {
  const page = { limit: count + 1, after };
  if (filter.q !== undefined) {
    const search = await prepareSearch(db, teamId, filter.q);
    const options = { filter, search, sort, tierIds, page, sortedMatches, now };
    return listMatches(db, teamId, options);
  }
  if (sort === 'relevance') throw new TypeError('Only matches of a search have a relevance');
  const where = matchesFilter(teamId, filter, now);
  const [rows, total] = await Promise.all([
    listSorted(db, where, { sort, tierIds }, page),
    countFiltered(db, teamId, filter, now) ??
      (isCounted ? db.$count(directoryMembers, where) : undefined),
  ]);
  const isWhole = after === undefined && rows.length <= count;
  return { rows, total: total ?? (isWhole ? rows.length : undefined) };
}
