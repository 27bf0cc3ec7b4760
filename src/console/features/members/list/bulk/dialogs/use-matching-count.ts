import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import type { MemberSelection } from '#console/features/members/list/bulk/use-member-selection.ts';
import { membersCountQuery } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';

/**
 * How many of the selected members match another filter as well. Undefined while it isn't known: members who
 * are selected one by one can't be counted.
 *
 * @param also undefined while there is nothing to count
 */
export function useMatchingCount(
  { isAll, forJob: { filter } }: Pick<MemberSelection, 'isAll' | 'forJob'>,
  also: DirectoryFilter | undefined,
): number | undefined {
  const teamId = useTeamId();
  const api = useApi();
  const isCountable =
    isAll &&
    filter !== undefined &&
    also !== undefined &&
    !Object.keys(also).some((key) => filter[key as keyof DirectoryFilter] !== undefined);
  const both = { ...filter, ...also };
  return useQuery(membersCountQuery(api, teamId, isCountable ? both : undefined, true)).data?.total;
}
