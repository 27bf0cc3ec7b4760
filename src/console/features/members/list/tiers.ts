import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { useApi } from '#console/api/api-context.ts';
import { knownTiers } from '#console/features/members/known-tiers.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { getDirectoryFacets } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/** The tiers that members have. The Admin API has no list of tiers, but the directory counts them. */
export function tiersQuery({ directory }: Api, teamId: string) {
  return queryOptions({
    queryKey: [...membersKey(teamId), 'tiers'],
    queryFn: async ({ signal }) =>
      (await directory?.request(getDirectoryFacets, { params: { team_id: teamId }, signal }))?.data
        .tiers ?? [],
  });
}

/**
 * The names of tiers: "…" while they are loading, the id of a tier that no member has.
 *
 * @param members those of the current page, if loaded; they know the names of their tiers
 */
export function useTierNames(
  ids: readonly string[] = [],
  members: readonly Member[] | undefined,
): readonly string[] {
  const teamId = useTeamId();
  const names = new Map(knownTiers(members ?? []).map(({ id, name }) => [id, name]));
  const isMissing = members !== undefined && ids.some((id) => !names.has(id));
  const { data, isError } = useQuery({ ...tiersQuery(useApi(), teamId), enabled: isMissing });
  for (const { value, name } of data ?? []) names.set(value, name);
  return ids.map((id) => names.get(id) ?? (data || isError ? id : '…'));
}
