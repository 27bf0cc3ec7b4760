import type { DirectoryFacets } from '#contract/gateway/directory.ts';
import type { Program } from '#contract/program/program.ts';

export interface LadderTier {
  readonly id: string;
  readonly name: string;
  /** The qualified points from which members are in the tier; undefined if it isn't known. */
  readonly threshold: number | undefined;
  readonly members: number;
  /** The tier's share of all members that have a tier: 0 to 1. */
  readonly share: number;
  /** What its members have available; undefined if it isn't known. */
  readonly points: number | undefined;
}

/**
 * The tiers from the highest to the lowest.
 *
 * @param counted the tiers that members have
 * @param known the program's own tiers; empty if they aren't known, then the order is that of `counted`
 */
export function tierLadder(
  counted: DirectoryFacets['tiers'],
  known: Program['tiers'],
): LadderTier[] {
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  const rankOf = (id: string) => known.find((tier) => tier.id === id)?.rank ?? 0;
  const withoutMembers = known
    .filter(({ id }) => !counted.some(({ value }) => value === id))
    .map(({ id, name }) => ({ value: id, name, count: 0, points: 0 }));
  return [...counted, ...withoutMembers]
    .map(({ value: id, name, count, points }) => ({
      id,
      name,
      threshold: known.find((tier) => tier.id === id)?.threshold,
      members: count,
      share: all === 0 ? 0 : count / all,
      points,
    }))
    .sort((a, b) => rankOf(b.id) - rankOf(a.id));
}
