import { formatCount } from '#console/lib/format/format-number.ts';
import type { Program } from '#contract/program/program.ts';

interface ProgramRule {
  readonly name: string;
  readonly sentence: string;
}

/** The program's rules in sentences. */
export function describeRules({ tiers, points, currency }: Program): ProgramRule[] {
  const [tier] = tiers;
  return [
    ...(tier ? [{ name: 'Reaching a tier', sentence: describeQualification(tier) }] : []),
    { name: 'Points expire', sentence: describeExpiry(points.expiry) },
    ...(currency === null
      ? []
      : [{ name: 'Currency', sentence: `Purchases and revenue are in ${currency}.` }]),
  ];
}

/** The rule is the same for all tiers of a program. */
function describeQualification({ qualification }: Program['tiers'][number]): string {
  const { kind, months } = qualification;
  if (kind === 'period' && months !== null) {
    return `Members reach a tier with the points they earn in a period of ${formatCount(months, 'month')}, and keep it until the end of their next period. Only activities that count toward tiers add to it, and deducted points are subtracted.`;
  }
  return 'Members reach a tier with all the points they have ever earned. Only activities that count toward tiers add to it, and deducted points are subtracted, so a deduction can move a member down.';
}

function describeExpiry(expiry: Program['points']['expiry']): string {
  if (expiry === null) return 'Points never expire.';
  return `Points expire ${formatCount(expiry.days, 'day')} after they are earned. An activity that renews points gives all of a member's points a new ${formatCount(expiry.days, 'day')}.`;
}
