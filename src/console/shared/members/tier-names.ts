import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';

/**
 * The names of tiers by their id, as far as they are known.
 *
 * @param isNeeded whether a tier is shown; nothing is fetched otherwise
 */
export function useTierNamesById(isNeeded: boolean): ReadonlyMap<string, string> {
  const facets = useQuery({ ...facetsQuery(useApi(), useTeamId()), enabled: isNeeded });
  return useMemo(
    () => new Map(facets.data?.tiers.map(({ value, name }) => [value, name])),
    [facets.data],
  );
}
