import { describe, expect, test } from 'vitest';
import type { Condition, Rule } from '#contract/loyalty/rules.ts';
import { inactiveReason, ruleSentence, ruleTitle } from './rule-sentence.ts';

function rule(rule_type: string, rule_value: number | undefined, ...conditions: Condition[]): Rule {
  return {
    rule_type,
    is_active: true,
    is_archived: false,
    conditions,
    ...(rule_value === undefined ? {} : { rule_value }),
  };
}
const when = (attribute: string, operator: string, value: unknown) => ({
  attribute,
  operator,
  value,
});

describe('the effect in a rule sentence', () => {
  test.each([
    [rule('Fixed Points', 1500), 'Adds 1,500 points.'],
    [rule('Fixed Points', 1), 'Adds 1 point.'],
    [rule('Fixed Points', undefined), 'Adds an unknown number of points.'],
    [
      rule('Bonus Multiplier', 2, when('loyalty_tier_name', 'Equals', 'Gold')),
      'Multiplies the points by 2 when the tier is “Gold”.',
    ],
    [{ ...rule('Update Attribute', 1), attribute: 'visits' }, 'Sets visits to 1.'],
    [
      { ...rule('Update Attribute', 5), attribute: 'number_of_purchases' },
      'Sets the number of purchases to 5.',
    ],
    [rule('Update Attribute', 1), 'Sets an unknown attribute to 1.'],
    [rule('Give a Car', 1), 'Has an unknown effect (Give a Car).'],
  ])('of %j is “%s”', (subject, sentence) => expect(ruleSentence(subject)).toBe(sentence));
});

describe('the condition in a rule sentence', () => {
  test.each([
    [when('revenue', 'Between', [200, 1000]), 'the revenue is between 200 and 1,000'],
    [when('revenue', 'Between', '200,1000'), 'the revenue is between 200 and 1,000'],
    [when('number_of_purchases', 'Less Than', 3), 'the number of purchases is less than 3'],
    [when('enrollment_date', 'After', '01/31/2025'), 'the enrollment date is after Jan 31, 2025'],
    [
      when('last_purchase_date', 'More than X day(s) ago', '90'),
      'the last purchase is more than 90 days ago',
    ],
    [when('shoe_size', 'Equals', 39), 'the unknown attribute “shoe_size” is 39'],
    [
      when('revenue', 'Roughly', 5),
      'an unknown condition holds ({"attribute":"revenue","operator":"Roughly","value":5})',
    ],
    [
      when('revenue', 'Between', 5),
      'an unknown condition holds ({"attribute":"revenue","operator":"Between","value":5})',
    ],
    [{ moon: 'full' }, 'an unknown condition holds ({"moon":"full"})'],
  ])('of %j is “%s”', (condition, text) =>
    expect(ruleSentence(rule('Fixed Points', 5, condition))).toBe(`Adds 5 points when ${text}.`),
  );

  test('joins several conditions with “and”', () => {
    expect(
      ruleSentence(
        rule('Fixed Points', 5, when('city', 'Equals', 'Bern'), when('revenue', 'Less Than', 9)),
      ),
    ).toBe('Adds 5 points when the city is “Bern” and the revenue is less than 9.');
  });
});

test('the sentence of a frequency rule says how often an activity counts', () => {
  const daily = { frequency_value: '1', frequency_range: 'DAY' };
  expect(ruleSentence(rule('Frequency', 0, daily))).toBe('Once a day.');
  expect(ruleSentence(rule('Frequency', 0, { ...daily, frequency_range: 'MOON' }))).toContain(
    'unknown',
  );
  const lifetime = { frequency_value: '1', frequency_range: 'LIFETIME' };
  expect(ruleSentence(rule('Frequency', 0, lifetime))).toBe('Once per member.');
  expect(ruleSentence(rule('Frequency', 0))).toBe('An unknown number of times.');
});

test('a rule without effect has a reason', () => {
  const applied = rule('Fixed Points', 5);
  expect(inactiveReason(applied)).toBeUndefined();
  expect(inactiveReason({ ...applied, is_active: false })).toBe('Inactive');
  expect(inactiveReason({ ...applied, is_archived: true })).toBe('Archived');
  expect(inactiveReason({ ...applied, conditions_matching_policy: 'match_any' })).toBe(
    'Unknown matching policy match_any',
  );
});

describe('the title of a rule', () => {
  test.each([
    ['Frequency', 'At most 1 a lifetime', ''],
    ['Frequency', 'Holiday limit', 'Holiday limit'],
    ['Frequency', undefined, 'Frequency'],
    ['Fixed Points', 'A warm welcome', 'A warm welcome'],
  ])('of type %s with the name %s is "%s"', (type, name, title) => {
    const named = { ...rule(type, 1), ...(name === undefined ? {} : { rule_name: name }) };
    expect(ruleTitle(named)).toBe(title);
  });
});
