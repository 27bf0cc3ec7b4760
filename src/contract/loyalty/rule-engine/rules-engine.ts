import type { PointsConfig } from '#contract/loyalty/activities.ts';
import { isFrequency, type Rule } from '#contract/loyalty/rules.ts';
import { numberOf } from './comparison.ts';
import { type ConditionResult, evaluateAll } from './conditions.ts';
import type { Facts } from './facts.ts';

/** Limit per earning, so that totals stay safe integers in JSON. */
export const POINTS_MAX = 1_000_000_000;
/** Significant digits of a result that are not affected by binary rounding. */
const EXACT_DIGITS = 14;

export interface Earning {
  /** A whole number from 0 to `POINTS_MAX`. */
  points: number;
  /** Custom attributes that rules set, by name. */
  attributes: Record<string, number>;
}

/**
 * Applies rules to an activity's points, in order (decisions.md, 33). Frequency rules, which limit how
 * often a member can earn, are checked before this (`isUsedUp`).
 */
export function applyRules(
  rules: readonly Rule[],
  { points, facts, now }: { points: number; facts: Facts; now: Date },
): Earning {
  const attributes: Record<string, number> = {};
  for (const rule of rules) {
    const value = rule.rule_value;
    if (rule.rule_type !== 'Update Attribute' || value === undefined) continue;
    if (typeof rule.attribute !== 'string' || evaluateRule(rule, facts, now) !== 'holds') continue;
    attributes[rule.attribute] = value;
  }
  return { points: roundDown(sumPoints(rules, { points, facts, now })), attributes };
}

/**
 * Whether the member gets no points because a condition fails (decisions.md, 32): there are none
 * without a rule that doesn't apply to this member. A bonus that fails only lowers the points, and
 * conditions that can't be evaluated never exclude anyone.
 *
 * @param points of the activity itself, not rounded
 */
export function isExcludedByRules(
  rules: readonly Rule[],
  { points, facts, now }: { points: number; facts: Facts; now: Date },
): boolean {
  if (sumPoints(rules, { points, facts, now }) > 0) return false;
  return rules.some(
    (rule) =>
      rule.rule_type === 'Fixed Points' &&
      (rule.rule_value ?? 0) > 0 &&
      evaluateRule(rule, facts, now) === 'fails',
  );
}

/** The points by the rules that apply, not rounded. */
function sumPoints(
  rules: readonly Rule[],
  { points, facts, now }: { points: number; facts: Facts; now: Date },
): number {
  return rules.reduce((sum, rule) => {
    const value = rule.rule_value;
    if (value === undefined || evaluateRule(rule, facts, now) !== 'holds') return sum;
    if (rule.rule_type === 'Fixed Points') return sum + value;
    return rule.rule_type === 'Bonus Multiplier' ? sum * value : sum;
  }, points);
}

/** Points of an activity itself, not rounded: fixed, or a multiple of an attribute or the quantity. */
export function basePoints(
  { points_computation_type, points = 0, multiplier = 0, attribute_to_multiply }: PointsConfig,
  facts: Facts,
  quantity: number,
): number {
  if (points_computation_type === 'fixed_points') return points;
  if (points_computation_type !== 'multiplier_based') return 0;
  const amount = attribute_to_multiply
    ? (numberOf(facts.get(attribute_to_multiply)) ?? 0) * quantity
    : quantity;
  return clampPoints(amount * multiplier);
}

/** Active, not archived, and with a known matching policy. */
export function isInForce(rule: Rule): boolean {
  const policy = rule.conditions_matching_policy ?? 'match_all';
  return rule.is_active !== false && !rule.is_archived && policy === 'match_all';
}

function evaluateRule(rule: Rule, facts: Facts, now: Date): ConditionResult {
  if (!isInForce(rule) || rule.conditions.some(isFrequency)) return 'unknown';
  return evaluateAll(rule.conditions, facts, now);
}

/** Limits points to 0 to `POINTS_MAX`, without rounding; NaN becomes 0. */
function clampPoints(points: number): number {
  return Number.isNaN(points) ? 0 : Math.min(Math.max(points, 0), POINTS_MAX);
}

/**
 * Rounds down to whole points, but corrects binary rounding first: 100 * 1.15 is 115, though
 * JavaScript computes 114.99999999999999.
 */
function roundDown(points: number): number {
  return Math.floor(Number(clampPoints(points).toPrecision(EXACT_DIGITS)));
}
