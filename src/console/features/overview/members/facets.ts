import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import { memberTotalsQuery, toTotals } from '#console/features/overview/overview-queries.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { listDirectoryMembers } from '#contract/gateway/directory.ts';
import type { FilterInput } from '#contract/gateway/filters/directory-filters.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';

/** How often the facets are read again while the page is visible. */
const LIVE_MS = 30_000;

/**
 * The facets of the directory. `isMissing` is true once none can be expected: the caller then makes other
 * requests.
 */
export function useFacets(teamId: string, enabled: boolean) {
  const api = useApi();
  const { data, isError } = useQuery({
    ...facetsQuery(api, teamId),
    enabled,
    refetchInterval: LIVE_MS,
  });
  const isMissing = !api.directory || data === null || (isError && data === undefined);
  return { facets: data ?? undefined, isMissing };
}

/** The number of members by status, from the directory or else counted by the loyalty service. */
export function useMemberTotals(teamId: string, enabled: boolean) {
  const { facets, isMissing } = useFacets(teamId, enabled);
  const counted = useQuery({
    ...memberTotalsQuery(useApi(), teamId),
    enabled: enabled && isMissing,
  });
  if (!facets) return counted;
  const countOf = (status: string) =>
    facets.statuses.find(({ value }) => value === status)?.count ?? 0;
  return { ...counted, data: toTotals(MEMBER_STATUSES.map(countOf)), isError: false };
}

/** How many members enrolled between two days, both inclusive. */
export function enrolledBetweenQuery(api: Api, teamId: string, days: [string, string]) {
  const [enrolled_from, enrolled_to] = days;
  return countQuery(api, teamId, { enrolled_from, enrolled_to });
}

/** How many active members bought on a day (`YYYY-MM-DD`) or later. */
export function buyersQuery(api: Api, teamId: string, since: string) {
  return countQuery(api, teamId, { status: 'active', last_purchase_from: since });
}

function countQuery({ directory }: Api, teamId: string, filter: FilterInput) {
  return queryOptions({
    queryKey: ['teams', teamId, 'members', 'matching', filter],
    queryFn: directory
      ? async ({ signal }): Promise<number> => {
          const params = { team_id: teamId };
          const query = { ...filter, count: 1 };
          const { total } = await directory.request(listDirectoryMembers, {
            params,
            query,
            signal,
          });
          return total ?? 0;
        }
      : skipToken,
  });
}
