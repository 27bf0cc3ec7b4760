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
