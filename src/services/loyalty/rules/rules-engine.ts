import { isFrequency, type Rule } from '#contract/loyalty/rules.ts';
import { type ConditionResult, evaluateAll } from './conditions.ts';
import type { Facts } from './facts.ts';

/** No earning gives more, so that totals stay integers that JSON can carry. */
export const POINTS_MAX = 1_000_000_000;
/** So many digits of a computed number are the decimals' own; the last ones are the machine's. */
const EXACT_DIGITS = 14;

export interface Earning {
  /** A whole number from 0 to `POINTS_MAX`. */
  points: number;
  /** Custom attributes that rules set, by name. */
  attributes: Record<string, number>;
}

/**
 * Applies the rules to the points that an activity computes to, in their order (decisions.md, 33).
 * Frequency rules bound how often there is an earning at all, and are judged before.
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
 * Whether a member meets what the rules ask: none of their conditions fails (decisions.md, 32).
 * Conditions that can't be judged ask for nothing.
 */
export function meetsConditions(rules: readonly Rule[], facts: Facts, now: Date): boolean {
  return rules.every((rule) => {
    if (rule.rule_type === 'Frequency' || !isInForce(rule)) return true;
    return evaluateRule(rule, facts, now) !== 'fails';
  });
}

/** Whether a rule counts at all: active, not archived, and matched in the one way that is known. */
export function isInForce(rule: Rule): boolean {
  const policy = rule.conditions_matching_policy ?? 'match_all';
  return rule.is_active && !rule.is_archived && policy === 'match_all';
}

function evaluateRule(rule: Rule, facts: Facts, now: Date): ConditionResult {
  if (!isInForce(rule) || rule.conditions.some(isFrequency)) return 'unknown';
  return evaluateAll(rule.conditions, facts, now);
}

/** Points as they are computed, with their fraction: 0 to `POINTS_MAX`, and 0 for what is no number. */
export function clampPoints(points: number): number {
  return Number.isNaN(points) ? 0 : Math.min(Math.max(points, 0), POINTS_MAX);
}

/**
 * Fractions of a point are cut, but not what decimals lose in binary: 100 times 1.15 is 115, though
 * the machine makes it 114.99999999999999.
 */
function roundDown(points: number): number {
  return Math.floor(Number(clampPoints(points).toPrecision(EXACT_DIGITS)));
}
