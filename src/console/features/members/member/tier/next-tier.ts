import { formatCount } from '#console/lib/format/format-number.ts';
import type { TierInfo } from '#contract/loyalty/members/member.ts';
import type { Program } from '#contract/program/program.ts';

export interface TierProgress {
  /** "2,300 points to Platinum". */
  readonly text: string;
  /** The part of the way from this tier to the next, 0 to 1; undefined in the highest tier. */
  readonly fraction: number | undefined;
}

/** The way to the next tier; undefined if the program's tiers or the member's points aren't known. */
export function progressToNextTier(
  tier: TierInfo,
  tiers: Program['tiers'] | undefined,
): TierProgress | undefined {
  const points = tier.qualified_points;
  const current = tiers?.find(({ id }) => id === tier.loyalty_tier_id);
  if (!tiers || !current || typeof points !== 'number') return undefined;
  const next = tiers.find(({ rank }) => rank === current.rank + 1);
  if (!next) return { text: 'The highest tier', fraction: undefined };
  const missing = next.threshold - points;
  if (missing <= 0) {
    return { text: `Moves to ${next.name} with the next points earned`, fraction: 1 };
  }
  const fraction = (points - current.threshold) / (next.threshold - current.threshold);
  return {
    text: `${formatCount(missing, 'point')} to ${next.name}`,
    fraction: Math.max(0, fraction),
  };
}
