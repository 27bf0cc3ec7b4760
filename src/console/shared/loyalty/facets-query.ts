import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { type DirectoryFacets, getDirectoryFacets } from '#contract/gateway/directory.ts';

/** A change of a member changes them, too: the key begins like that of members. */
export const facetsKey = (teamId: string) => ['teams', teamId, 'members', 'facets'] as const;

/**
 * Counts of all members by status, tier, tag and month; null while the directory isn't complete. The
 * loyalty program itself has no lists of tiers and tags. Disabled without a directory.
 */
export function facetsQuery({ directory }: Api, teamId: string) {
  return queryOptions({
    queryKey: facetsKey(teamId),
    queryFn: directory
      ? async ({ signal }): Promise<DirectoryFacets | null> => {
          const params = { team_id: teamId };
          const { data, directory: status } = await directory.request(getDirectoryFacets, {
            params,
            signal,
          });
          return status.state === 'current' || status.state === 'stale' ? data : null;
        }
      : skipToken,
  });
}
