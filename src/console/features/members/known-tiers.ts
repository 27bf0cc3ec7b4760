import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import type { MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import { describeFilters } from '#console/shared/members/filter-labels.ts';
import type { DirectoryFacets } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { Program } from '#contract/program/program.ts';

export interface KnownTier {
  readonly id: string;
  readonly name: string;
}

/**
 * The distinct tiers of a program as far as they are known. The loyalty API has no list of tiers.
 *
 * @param members their other tiers come last, by name
 * @param counted the tiers of the directory, which has all that have members; in the same order as in filters
 * @param own the tiers of a program of ours, lowest first. They come before all others
 */
export function knownTiers(
  members: readonly Member[],
  counted: DirectoryFacets['tiers'] = [],
  own: Program['tiers'] = [],
): KnownTier[] {
  const first = new Map(own.map(({ id, name }) => [id, name]));
  for (const { value, name } of counted) if (!first.has(value)) first.set(value, name);
  const names = new Map<string, string>();
  for (const { tier_info: tier } of members) {
    const id = tier?.loyalty_tier_id;
    if (id) names.set(id, tier.loyalty_tier_name || id);
  }
  for (const id of first.keys()) names.delete(id);
  return [
    ...[...first].map(toTier),
    ...[...names].map(toTier).sort((left, right) => left.name.localeCompare(right.name, 'en')),
  ];
}

const toTier = ([id, name]: readonly [string, string]): KnownTier => ({ id, name });

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
