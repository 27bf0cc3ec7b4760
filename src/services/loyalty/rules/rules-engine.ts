import { isFrequency, type Rule } from '#contract/loyalty/rules.ts';
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
  let sum = points;
  const attributes: Record<string, number> = {};
  for (const rule of rules) {
    const value = rule.rule_value;
    if (value === undefined || evaluateRule(rule, facts, now) !== 'holds') continue;
    if (rule.rule_type === 'Fixed Points') sum += value;
    else if (rule.rule_type === 'Bonus Multiplier') sum *= value;
    else if (rule.rule_type === 'Update Attribute' && typeof rule.attribute === 'string') {
      attributes[rule.attribute] = value;
    }
  }
  return { points: roundDown(sum), attributes };
}

/**
 * Whether none of the rules' conditions fails (decisions.md, 32). Conditions that can't be evaluated
 * are ignored.
 */
export function meetsConditions(rules: readonly Rule[], facts: Facts, now: Date): boolean {
  return rules.every((rule) => {
    if (rule.rule_type === 'Frequency' || !isInForce(rule)) return true;
    return evaluateRule(rule, facts, now) !== 'fails';
  });
}

/** Active, not archived, and with a known matching policy. */
export function isInForce(rule: Rule): boolean {
  const policy = rule.conditions_matching_policy ?? 'match_all';
  return rule.is_active && !rule.is_archived && policy === 'match_all';
}

function evaluateRule(rule: Rule, facts: Facts, now: Date): ConditionResult {
  if (!isInForce(rule) || rule.conditions.some(isFrequency)) return 'unknown';
  return evaluateAll(rule.conditions, facts, now);
}

/** Limits points to 0 to `POINTS_MAX`, without rounding; NaN becomes 0. */
export function clampPoints(points: number): number {
  return Number.isNaN(points) ? 0 : Math.min(Math.max(points, 0), POINTS_MAX);
}

/**
 * Rounds down to whole points, but corrects binary rounding first: 100 * 1.15 is 115, though
 * JavaScript computes 114.99999999999999.
 */
function roundDown(points: number): number {
  return Math.floor(Number(clampPoints(points).toPrecision(EXACT_DIGITS)));
}
