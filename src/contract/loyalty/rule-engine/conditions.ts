import { type Condition, isComparison } from '#contract/loyalty/rules.ts';
import { boundsOf, compare, dateOf, isEqual, numberOf } from './comparison.ts';
import type { Facts } from './facts.ts';

/** `unknown`: the operator, attribute or value can't be evaluated (decisions.md, 33). */
export type ConditionResult = 'holds' | 'fails' | 'unknown';

const DAY_MS = 86_400_000;

export function evaluate(condition: Condition, facts: Facts, now: Date): ConditionResult {
  if (!isComparison(condition) || !facts.has(condition.attribute)) return 'unknown';
  const fact = facts.get(condition.attribute);
  const { value } = condition;
  switch (condition.operator) {
    case 'Equals':
      return isScalar(value) ? toResult(isPresent(fact) && isEqual(fact, value)) : 'unknown';
    case 'Between': {
      const bounds = boundsOf(value);
      if (!bounds?.every(isOrdered)) return 'unknown';
      return ordered(fact, bounds[0], (sign) => sign >= 0) === 'holds'
        ? ordered(fact, bounds[1], (sign) => sign <= 0)
        : 'fails';
    }
    case 'Less Than':
      return isOrdered(value) ? ordered(fact, value, (sign) => sign < 0) : 'unknown';
    case 'After':
      return dateOf(value) ? ordered(fact, value, (sign) => sign > 0) : 'unknown';
    case 'More than X day(s) ago': {
      const days = numberOf(value);
      if (days === undefined) return 'unknown';
      const date = dateOf(fact);
      return toResult(date !== null && now.getTime() - Date.parse(date.iso) > days * DAY_MS);
    }
    default:
      return 'unknown';
  }
}

/** Evaluates by `match_all`: fails if any condition fails, otherwise unknown if any is unknown. */
export function evaluateAll(
  conditions: readonly Condition[],
  facts: Facts,
  now: Date,
): ConditionResult {
  const results = conditions.map((condition) => evaluate(condition, facts, now));
  if (results.includes('fails')) return 'fails';
  return results.includes('unknown') ? 'unknown' : 'holds';
}

function ordered(
  fact: unknown,
  value: unknown,
  isRight: (sign: number) => boolean,
): ConditionResult {
  const sign = isPresent(fact) ? compare(fact, value) : undefined;
  return toResult(sign !== undefined && isRight(sign));
}

function toResult(isTrue: boolean): ConditionResult {
  return isTrue ? 'holds' : 'fails';
}

function isPresent(fact: unknown): boolean {
  return fact !== null && fact !== undefined && fact !== '';
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isOrdered(value: unknown): boolean {
  return numberOf(value) !== undefined || dateOf(value) !== null;
}
