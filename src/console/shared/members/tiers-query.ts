import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { getDirectoryFacets } from '#contract/gateway/directory.ts';

/** The tiers that members have. The Admin API has no list of tiers, but the directory counts them. */
export function tiersQuery({ directory }: Api, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'members', 'tiers'],
    queryFn: async ({ signal }) =>
      (await directory?.request(getDirectoryFacets, { params: { team_id: teamId }, signal }))?.data
        .tiers ?? [],
  });
}

/**
 * The names of tiers by their id, as far as they are known.
 *
 * @param isNeeded whether a tier is shown; nothing is fetched otherwise
 */
export function useTierNamesById(isNeeded: boolean): ReadonlyMap<string, string> {
  const tiers = useQuery({ ...tiersQuery(useApi(), useTeamId()), enabled: isNeeded });
  return useMemo(() => new Map(tiers.data?.map(({ value, name }) => [value, name])), [tiers.data]);
}
