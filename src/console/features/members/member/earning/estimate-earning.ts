import { formatFrequency } from '#console/shared/loyalty/loyalty-points.ts';
import {
  formatCondition,
  formatValue,
  ruleSentence,
} from '#console/shared/loyalty/rule-sentence.ts';
import type { Activity } from '#contract/loyalty/activities.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { type ConditionResult, evaluate } from '#contract/loyalty/rule-engine/conditions.ts';
import { type Facts, factsOf } from '#contract/loyalty/rule-engine/facts.ts';
import { applyRules, basePoints, isInForce } from '#contract/loyalty/rule-engine/rules-engine.ts';
import { type Condition, isComparison, isFrequency, type Rule } from '#contract/loyalty/rules.ts';

/** The amount that an estimate for purchases assumes. */
const EXAMPLE_AMOUNT = 100;

/** One condition of a rule, for one member. */
export interface ConditionCheck {
  /** "the tier is “Gold”". */
  readonly text: string;
  readonly result: ConditionResult;
  /** The member's value; undefined if there is none. */
  readonly current: string | undefined;
}

/** A rule in force, for one member. Limits are not among them: only the service counts. */
export interface RuleCheck {
  readonly sentence: string;
  /** The result of all conditions: it fails if any of them fails, as in `match_all`. */
  readonly result: ConditionResult;
  readonly conditions: readonly ConditionCheck[];
}

export interface EarningEstimate {
  /** What the activity would earn now, if no limit is reached. */
  readonly points: number;
  /** Whether rules raise the points above those of the activity itself. */
  readonly hasBonus: boolean;
  /** The amount spent that it assumes; undefined where the amount doesn't matter. */
  readonly amount: number | undefined;
  readonly rules: readonly RuleCheck[];
  /** Limits in force: "once a day". */
  readonly limits: readonly string[];
  /** Whether a rule can't be checked, so that the estimate may be wrong. */
  readonly hasUnknownRule: boolean;
}

/** Estimates what a member would earn by an activity, and why (decisions.md, 33). */
export function estimateEarning(activity: Activity, member: Member, now: Date): EarningEstimate {
  const facts = factsOf(member);
  const rules = activity.rules_config ?? [];
  const inForce = rules.filter(isInForce);
  const { points_config: config } = activity;
  const isPurchase =
    config?.points_computation_type === 'multiplier_based' && !config.attribute_to_multiply;
  const amount = isPurchase ? EXAMPLE_AMOUNT : undefined;
  const base = config ? basePoints(config, facts, amount ?? 1) : 0;
  const checks = inForce
    .filter((rule) => rule.rule_type !== 'Frequency')
    .map((rule) => checkRule(rule, facts, now));
  const { points } = applyRules(rules, { points: base, facts, now });
  return {
    points,
    hasBonus: points > Math.max(base, 0),
    amount,
    rules: checks,
    limits: inForce.flatMap(limitsOf),
    hasUnknownRule: checks.some(({ result }) => result === 'unknown'),
  };
}

function checkRule(rule: Rule, facts: Facts, now: Date): RuleCheck {
  const conditions = rule.conditions.map((condition) => ({
    text: formatCondition(condition),
    result: evaluate(condition, facts, now),
    current: currentValue(condition, facts),
  }));
  const results = conditions.map(({ result }) => result);
  const result = results.includes('fails')
    ? 'fails'
    : results.includes('unknown')
      ? 'unknown'
      : 'holds';
  return { sentence: ruleSentence(rule), result, conditions };
}

function currentValue(condition: Condition, facts: Facts): string | undefined {
  if (!isComparison(condition)) return undefined;
  const fact = facts.get(condition.attribute);
  return Array.isArray(fact)
    ? fact.map(formatValue).filter(Boolean).join(', ') || undefined
    : formatValue(fact);
}

function limitsOf({ rule_type: type, conditions }: Rule): string[] {
  if (type !== 'Frequency') return [];
  return conditions
    .filter(isFrequency)
    .map((frequency) => formatFrequency(frequency) ?? 'unknown limit');
}

/**
 * Whether the member has probably reached the activity's limit.
 *
 * @param activity one that the service leaves out for the member
 */
export function isUsedUp(activity: Activity, estimate: EarningEstimate): boolean {
  return activity.is_active !== false && estimate.limits.length > 0 && !isExcluded(estimate);
}

/** Whether the points depend on the member, so that they are an estimate. */
export function isEstimated({ points_config: config }: Activity, { rules }: EarningEstimate) {
  return rules.length > 0 || config?.attribute_to_multiply != null;
}

/** Whether it earns the member no points now; false where that isn't known. */
export function earnsNothing(
  { points_config: config }: Activity,
  { points, amount, hasUnknownRule }: EarningEstimate,
): boolean {
  const isKnown = ['fixed_points', 'multiplier_based'].includes(
    config?.points_computation_type ?? '',
  );
  return isKnown && amount === undefined && points === 0 && !hasUnknownRule;
}

function isExcluded({ points, rules }: EarningEstimate): boolean {
  return points === 0 && rules.some(({ result }) => result === 'fails');
}

/** The likely reason that a member can't earn by an activity. */
export function ineligibleReason(activity: Activity, estimate: EarningEstimate): string {
  if (!activity.is_active) return 'Inactive';
  if (isExcluded(estimate)) return 'No points, because a rule does not apply';
  if (earnsNothing(activity, estimate)) return 'Earns no points for this member';
  return isUsedUp(activity, estimate)
    ? `The limit is reached: ${estimate.limits.join(', ')}`
    : "The program doesn't offer it to this member";
}
