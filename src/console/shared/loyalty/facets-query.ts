import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { filterQuery, type MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import { type DirectoryFacets, getDirectoryFacets } from '#contract/gateway/directory.ts';

/** A change of a member changes them, too: the key begins like that of members. */
export const facetsKey = (teamId: string) => ['teams', teamId, 'members', 'facets'] as const;

/**
 * Counts of the members that match filters, of all by default, by status, tier, tag and month; null while the directory isn't complete. The
 * loyalty program itself has no lists of tiers and tags. Disabled without a directory.
 */
export function facetsQuery({ directory }: Api, teamId: string, filter: MembersFilter = {}) {
  return queryOptions({
    queryKey: [...facetsKey(teamId), filter],
    queryFn: directory
      ? async ({ signal }): Promise<DirectoryFacets | null> => {
          const params = { team_id: teamId };
          const { data, directory: status } = await directory.request(getDirectoryFacets, {
            params,
            query: filterQuery(filter),
            signal,
          });
          return status.state === 'current' || status.state === 'stale' ? data : null;
        }
      : skipToken,
  });
}
