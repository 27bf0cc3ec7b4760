import { expect, test } from 'vitest';
import type { Activity } from '#contract/loyalty/activities.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { Rule } from '#contract/loyalty/rules.ts';
import { earnsNothing, estimateEarning, ineligibleReason, isUsedUp } from './estimate-earning.ts';

const now = new Date('2026-11-22T12:00:00Z');
const member: Member = {
  id: '1',
  member_id: 'M-1',
  member_status: 'active',
  number_of_purchases: 2,
  tier_info: { loyalty_tier_name: 'Bronze' },
};

function rule(rule_type: string, rule_value: number, conditions: Rule['conditions'] = []): Rule {
  return { rule_type, rule_value, is_active: true, is_archived: false, conditions };
}
const gold = { attribute: 'loyalty_tier_name', operator: 'Equals', value: 'Gold' };
const newcomer = { attribute: 'number_of_purchases', operator: 'Less Than', value: 3 };
const daily = rule('Frequency', 0, [{ frequency_value: '1', frequency_range: 'DAY' }]);

function activity(points_config: Activity['points_config'], rules_config: Rule[]): Activity {
  return {
    id: '1',
    activity_id: 'a',
    activity_name: 'A',
    is_active: true,
    points_config,
    rules_config,
  };
}
const fixed = (points: number) => ({ points_computation_type: 'fixed_points', points });

test('an estimate adds the rules that apply, and says of each condition why', () => {
  const estimate = estimateEarning(
    activity(fixed(60), [
      rule('Bonus Multiplier', 2, [gold]),
      rule('Fixed Points', 50, [newcomer]),
      { ...rule('Fixed Points', 900), is_archived: true },
      daily,
    ]),
    member,
    now,
  );
  expect(estimate).toMatchObject({
    points: 110,
    hasBonus: true,
    amount: undefined,
    limits: ['once a day'],
    hasUnknownRule: false,
  });
  expect(estimate.rules).toMatchObject([
    {
      result: 'fails',
      conditions: [{ text: 'the tier is “Gold”', result: 'fails', current: '“Bronze”' }],
    },
    { result: 'holds', conditions: [{ result: 'holds', current: '2' }] },
  ]);
});

test('an estimate of a purchase assumes an amount, and a rule nobody knows has no effect', () => {
  const config = { points_computation_type: 'multiplier_based', multiplier: 1.5 };
  const unknown = rule('Bonus Multiplier', 3, [{ ...gold, operator: 'Sounds Like' }]);
  expect(estimateEarning(activity(config, [unknown]), member, now)).toMatchObject({
    points: 150,
    hasBonus: false,
    amount: 100,
    hasUnknownRule: true,
    rules: [{ result: 'unknown' }],
  });
});

test('ineligibleReason names the activity, the rule or the limit', () => {
  const reason = (config: Activity) =>
    ineligibleReason(config, estimateEarning(config, member, now));
  expect(reason({ ...activity(fixed(5), []), is_active: false })).toBe('Inactive');
  const bonusOnly = activity(fixed(0), [rule('Fixed Points', 5, [gold]), daily]);
  expect(reason(bonusOnly)).toBe('No points, because a rule does not apply');
  expect(reason(activity(fixed(5), [daily]))).toBe('The limit is reached: once a day');
  expect(isUsedUp(bonusOnly, estimateEarning(bonusOnly, member, now))).toBe(false);
  expect(reason(activity(fixed(0), [daily]))).toBe('Earns no points for this member');
  expect(reason(activity(fixed(5), []))).toBe("The program doesn't offer it to this member");
});

test('earnsNothing is true only of activities whose points are known', () => {
  const nothing = (config: Activity['points_config'], rules: Rule[] = []) => {
    const candidate = activity(config, rules);
    return earnsNothing(candidate, estimateEarning(candidate, member, now));
  };
  const visits = {
    points_computation_type: 'multiplier_based',
    multiplier: 10,
    attribute_to_multiply: 'store_visits',
  };
  expect([nothing(fixed(0)), nothing(visits)]).toEqual([true, true]);
  const unknown = rule('Bonus Multiplier', 3, [{ ...gold, operator: 'Sounds Like' }]);
  expect([nothing(fixed(5)), nothing(fixed(0), [unknown])]).toEqual([false, false]);
  expect(nothing({ points_computation_type: 'by_the_moon' })).toBe(false);
  expect(nothing({ points_computation_type: 'multiplier_based', multiplier: 0.001 })).toBe(false);
});
