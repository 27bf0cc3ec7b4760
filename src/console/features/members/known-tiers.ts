import type { Member } from '#contract/loyalty/members/member.ts';

/** A tier as far as the console has seen it. */
export interface KnownTier {
  readonly id: string;
  readonly name: string;
}

/** The tiers that some members are in, by name: the API has no list of them. */
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
