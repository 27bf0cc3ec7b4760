import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { Program } from '#contract/program/program.ts';

interface ChosenTier {
  readonly id: string;
  /** Undefined if only the ID is known. */
  readonly name?: string | undefined;
}

/**
 * What assigning a tier means for this member (loyalty.md, Member, rule 3). If the order of the tiers
 * isn't known, it says what happens either way.
 *
 * @param member undefined for a new one
 * @param tiers the program's own tiers; undefined if they aren't known
 */
export function describeTierChange(
  member: Member | undefined,
  { id, name: chosen = 'this tier' }: ChosenTier,
  tiers: Program['tiers'] = [],
): string {
  const tier = member?.tier_info;
  const current = tier?.loyalty_tier_name;
  const after = tiers.find((each) => each.id === id);
  const period = tier?.current_period_end
    ? ` The tier is checked again when the period ends on ${formatLoyaltyDate(tier.current_period_end)}.`
    : '';
  if (!tier || !current) {
    const start = after
      ? `, which starts at ${formatCount(after.threshold, 'qualified point')}`
      : '';
    return `They start in ${chosen}${start}. Their qualified points are recalculated at the next deduction, and they move down again if they don't have enough.${period}`;
  }
  const points = formatCount(tier.qualified_points ?? 0, 'qualified point');
  const name = member.first_name || 'the member';
  const before = tiers.find((each) => each.id === tier.loyalty_tier_id);
  if (!before || !after) {
    return `Moves ${name} from ${current}, with ${points}. The program doesn't say which tier is higher. If ${chosen} is lower, the points are recalculated the next time ${name} earns any. If it is higher, they are recalculated at the next deduction, and ${name} moves down again if there aren't enough.${period}`;
  }
  if (after.rank < before.rank) {
    return `Moves ${name} down from ${current}, with ${points}. Points don't change, and the tier is recalculated the next time ${name} earns any.${period}`;
  }
  return `Moves ${name} up from ${current}, with ${points}. ${after.name} starts at ${formatNumber(after.threshold)}: with fewer, ${name} moves down again at the next deduction.${period}`;
}
