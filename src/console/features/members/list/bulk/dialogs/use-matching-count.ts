import { skipToken, useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { filterQuery } from '#console/features/members/directory-members.ts';
import type { MemberSelection } from '#console/features/members/list/bulk/use-member-selection.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { listDirectoryMembers } from '#contract/gateway/directory.ts';
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
  const { directory } = useApi();
  const isCountable =
    isAll &&
    filter !== undefined &&
    also !== undefined &&
    !Object.keys(also).some((key) => filter[key as keyof DirectoryFilter] !== undefined);
  const both = { ...filter, ...also };
  return useQuery({
    queryKey: [...membersKey(teamId), 'matching-count', both] as const,
    queryFn:
      directory && isCountable
        ? async ({ signal }) => {
            const params = { team_id: teamId };
            const query = { ...filterQuery(both), count: 1 };
            return (await directory.request(listDirectoryMembers, { params, query, signal })).total;
          }
        : skipToken,
  }).data;
}
