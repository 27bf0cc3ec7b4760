import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import type { DirectoryFacets } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

export interface KnownTier {
  readonly id: string;
  readonly name: string;
}

/**
 * The distinct tiers of some members. The loyalty program has no list of tiers.
 *
 * @param counted those of the directory, which has all tiers with members. They come first, in the same
 *   order as in filters; the others follow by name
 */
export function knownTiers(
  members: readonly Member[],
  counted: DirectoryFacets['tiers'] = [],
): KnownTier[] {
  const names = new Map<string, string>();
  for (const { tier_info: tier } of members) {
    const id = tier?.loyalty_tier_id;
    if (id) names.set(id, tier.loyalty_tier_name || id);
  }
  for (const { value } of counted) names.delete(value);
  return [
    ...counted.map(({ value, name }) => ({ id: value, name })),
    ...[...names]
      .map(([id, name]) => ({ id, name }))
      .sort((left, right) => left.name.localeCompare(right.name, 'en')),
  ];
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
  const { data, isError } = useQuery({ ...facetsQuery(useApi(), teamId), enabled: isMissing });
  for (const { value, name } of data?.tiers ?? []) names.set(value, name);
  return ids.map((id) => names.get(id) ?? (data !== undefined || isError ? id : '…'));
}
