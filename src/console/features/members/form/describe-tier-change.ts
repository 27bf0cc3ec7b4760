import { formatCount } from '#console/lib/format/format-number.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/**
 * What assigning a tier means for this member (loyalty.md, Member, rule 3). The API has no order of
 * tiers, so it says what happens either way.
 *
 * @param member undefined for a new one
 * @param chosen the name of the chosen tier; undefined if only its ID is known
 */
export function describeTierChange(member: Member | undefined, chosen = 'this tier'): string {
  const tier = member?.tier_info;
  const current = tier?.loyalty_tier_name;
  const period = tier?.current_period_end
    ? ` Either way it is checked again when the period ends on ${formatLoyaltyDate(tier.current_period_end)}.`
    : '';
  if (!tier || !current) {
    return `They start in ${chosen}. Their qualified points are recalculated at the next deduction, and they move down again if they don't have enough.${period}`;
  }
  const points = formatCount(tier.qualified_points ?? 0, 'qualified point');
  const name = member.first_name || 'the member';
  return `Moves ${name} from ${current}, with ${points}. The program doesn't say which tier is higher. If ${chosen} is lower, the points are recalculated the next time ${name} earns any. If it is higher, they are recalculated at the next deduction, and ${name} moves down again if there aren't enough.${period}`;
}
