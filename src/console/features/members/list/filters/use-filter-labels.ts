import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { knownTiers } from '#console/features/members/known-tiers.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { describeFilters } from '#console/shared/members/filter-labels.ts';
import type { MembersFilter } from '#console/shared/members/members-filter.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/** The names of a filter's tiers by their id, and one phrase for each filter. */
export function useFilterLabels(filter: MembersFilter, members: readonly Member[] | undefined) {
  const tierNames = useTierNames(filter, members);
  return { tierNames, filters: describeFilters(filter, tierNames) };
}

/**
 * The names of a filter's tiers by their id: "…" while they are loading, the id of a tier that no member has.
 *
 * @param members those of the current page, if loaded; they know the names of their tiers
 */
function useTierNames(
  { tier = [], tier_not = [] }: MembersFilter,
  members: readonly Member[] | undefined,
): ReadonlyMap<string, string> {
  const teamId = useTeamId();
  const ids = [...tier, ...tier_not];
  const names = new Map(knownTiers(members ?? []).map(({ id, name }) => [id, name]));
  const isMissing = members !== undefined && ids.some((id) => !names.has(id));
  const { data, isError } = useQuery({ ...facetsQuery(useApi(), teamId), enabled: isMissing });
  for (const { value, name } of data?.tiers ?? []) names.set(value, name);
  const unknown = (id: string) => (data !== undefined || isError ? id : '…');
  return new Map(ids.map((id) => [id, names.get(id) ?? unknown(id)]));
}
