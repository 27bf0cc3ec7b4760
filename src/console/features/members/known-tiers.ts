import type { Member } from '#contract/loyalty/members/member.ts';

export interface KnownTier {
  readonly id: string;
  readonly name: string;
}

/** The distinct tiers of some members, sorted by name. The API has no list of tiers. */
export function knownTiers(members: readonly Member[]): KnownTier[] {
  const names = new Map<string, string>();
  for (const { tier_info: tier } of members) {
    const id = tier?.loyalty_tier_id;
    if (id) names.set(id, tier.loyalty_tier_name || id);
  }
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((left, right) => left.name.localeCompare(right.name, 'en'));
}
