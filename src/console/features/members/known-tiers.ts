import type { DirectoryFacets } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

export interface KnownTier {
  readonly id: string;
  readonly name: string;
}

/**
 * The distinct tiers of some members, sorted by name. The loyalty program has no list of tiers.
 *
 * @param counted those of the directory, which has all tiers with members
 */
export function knownTiers(
  members: readonly Member[],
  counted: DirectoryFacets['tiers'] = [],
): KnownTier[] {
  const names = new Map(counted.map(({ value, name }) => [value, name]));
  for (const { tier_info: tier } of members) {
    const id = tier?.loyalty_tier_id;
    if (id) names.set(id, tier.loyalty_tier_name || id);
  }
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((left, right) => left.name.localeCompare(right.name, 'en'));
}
