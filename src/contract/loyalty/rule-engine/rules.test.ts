import { describe, expect, test } from 'vitest';
import type { Rule } from '#contract/loyalty/rules.ts';
import { evaluate } from './conditions.ts';
import { applyRules, isExcludedByRules, POINTS_MAX } from './rules-engine.ts';

const now = new Date('2026-03-18T12:00:00Z');
const facts = new Map<string, unknown>([
  ['visits', 3],
  ['size', '42.5'],
  ['city', 'Köln'],
  ['likes', ['tea', 'chess']],
  ['birthdate', '05/17/1990'],
  ['last_purchase_date', '03/01/2026 08:00:00'],
  ['enrollment_date', '2026-01-31T10:00:00.000Z'],
  ['first_purchase_date', null],
]);

describe('a condition', () => {
  test.each([
    ['visits', 'Equals', 3, 'holds'],
    ['visits', 'Equals', '3', 'holds'],
    ['visits', 'Equals', '3.0', 'holds'],
    ['visits', 'Equals', 4, 'fails'],
    ['city', 'Equals', 'Köln', 'holds'],
    ['city', 'Equals', 'köln', 'fails'],
    ['likes', 'Equals', 'tea', 'holds'],
    ['likes', 'Equals', 'running', 'fails'],
    ['birthdate', 'Equals', '1990-05-17T00:00:00Z', 'holds'],
    ['first_purchase_date', 'Equals', 'null', 'fails'],
    ['visits', 'Between', [3, 5], 'holds'],
    ['visits', 'Between', '1-3', 'holds'],
    ['visits', 'Between', '-5 - 2', 'fails'],
    ['size', 'Between', '42, 43', 'holds'],
    ['enrollment_date', 'Between', '01/31/2026-02/01/2026', 'holds'],
    ['enrollment_date', 'Between', '02/01/2026-02/02/2026', 'fails'],
    ['visits', 'Between', 'some', 'unknown'],
    ['visits', 'Less Than', 3, 'fails'],
    ['visits', 'Less Than', '4', 'holds'],
    ['city', 'Less Than', 4, 'fails'],
    ['enrollment_date', 'After', '01/31/2026', 'fails'],
    ['enrollment_date', 'After', '01/30/2026', 'holds'],
    ['enrollment_date', 'After', 'soon', 'unknown'],
    ['first_purchase_date', 'After', '01/30/2026', 'fails'],
    ['last_purchase_date', 'More than X day(s) ago', '17', 'holds'],
    ['last_purchase_date', 'More than X day(s) ago', 18, 'fails'],
    ['last_purchase_date', 'More than X day(s) ago', 'x', 'unknown'],
    ['visits', 'Contains', 3, 'unknown'],
    ['shoe', 'Equals', 3, 'unknown'],
    ['__proto__', 'Equals', 3, 'unknown'],
    ['visits', 'Equals', { a: 1 }, 'unknown'],
  ])('%s %s %j %s', (attribute, operator, value, verdict) => {
    expect(evaluate({ attribute, operator, value }, facts, now)).toBe(verdict);
  });

  test('is unknown if it has neither known shape', () =>
    expect(evaluate({}, facts, now)).toBe('unknown'));
});

const rule = (
  rule_type: string,
  rule_value: number,
  conditions: Rule['conditions'] = [],
): Rule => ({
  rule_type,
  rule_value,
  conditions,
  is_active: true,
  is_archived: false,
});

test.each([
  [[rule('Fixed Points', 5), rule('Bonus Multiplier', 2)], 30],
  [[rule('Bonus Multiplier', 2), rule('Fixed Points', 5)], 25],
  [[rule('Bonus Multiplier', 1.25)], 12],
  [[rule('Bonus Multiplier', -1)], 0],
  [[rule('Bonus Multiplier', 1e300)], POINTS_MAX],
  [[rule('Bonus Multiplier', 1e300), rule('Bonus Multiplier', 1e300)], POINTS_MAX],
  [[rule('Free Lunch', 5)], 10],
  [[{ ...rule('Fixed Points', 5), conditions_matching_policy: 'match_any' }], 10],
])('rules apply in order and give whole points: %#', (rules, points) => {
  expect(applyRules(rules, { points: 10, facts, now }).points).toBe(points);
});

test('only points that depend on a failing condition make an activity ineligible', () => {
  const fails = { attribute: 'visits', operator: 'Equals', value: 9 };
  const isExcluded = (points: number, ...rules: Parameters<typeof isExcludedByRules>[0]) =>
    isExcludedByRules(rules, { points, facts, now });
  const failing = rule('Fixed Points', 1, [fails]);
  expect(isExcluded(0, failing)).toBe(true);
  expect(isExcluded(0.5, failing)).toBe(false);
  expect(isExcluded(0, failing, rule('Fixed Points', 5))).toBe(false);
  expect(isExcluded(10, rule('Bonus Multiplier', 2, [fails]))).toBe(false);
  expect(isExcluded(0, rule('Update Attribute', 1, [fails]))).toBe(false);
  const unknown = { ...fails, attribute: 'shoe' };
  expect(isExcluded(0, rule('Fixed Points', 1, [unknown]))).toBe(false);
  expect(isExcluded(0, { ...failing, is_archived: true })).toBe(false);
});
