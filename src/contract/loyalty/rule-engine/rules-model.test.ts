import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Condition, Rule } from '#contract/loyalty/rules.ts';
import { evaluate } from './conditions.ts';
import { applyRules, isExcludedByRules } from './rules-engine.ts';

// Compares the engine with a model that needs no parsing: numbers are numbers, times are hours since
// an epoch, and each condition includes its expected result.

const EPOCH = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const NOW_HOURS = 2_000 * 24 + 12;
const now = new Date(EPOCH + NOW_HOURS * HOUR);

type Verdict = 'holds' | 'fails' | 'unknown';
interface Judged {
  condition: Condition;
  verdict: Verdict;
}
const verdict = (isTrue: boolean): Verdict => (isTrue ? 'holds' : 'fails');

const COUNT = 3;
const COLOURS = ['red', 'green', 'bleu clair', '赤'];
const LIKES = ['tea', 'chess'];
/** Hours since the epoch; noon, so that a time zone offset never changes the day. */
const VISITED_HOURS = 1_500 * 24 + 12;
const JOINED_DAY = 900;

const pad = (value: number) => String(value).padStart(2, '0');
function slashed(day: number): string {
  const date = new Date(EPOCH + day * 24 * HOUR);
  return `${pad(date.getUTCMonth() + 1)}/${pad(date.getUTCDate())}/${date.getUTCFullYear()}`;
}

const facts = new Map<string, unknown>([
  ['count', COUNT],
  ['count_in_words', String(COUNT)],
  ['colour', COLOURS[2]],
  ['likes', LIKES],
  ['visited', new Date(EPOCH + VISITED_HOURS * HOUR).toISOString()],
  ['joined', slashed(JOINED_DAY)],
  ['never', null],
  ['empty', ''],
]);

const countName = fc.constantFrom('count', 'count_in_words');
const number = fc.integer({ min: -2, max: 8 });
const written = (value: number) => fc.constantFrom<unknown>(value, String(value), ` ${value} `);

const numberConditions: fc.Arbitrary<Judged> = fc.oneof(
  fc.tuple(countName, number).chain(([attribute, value]) =>
    written(value).map((shown) => ({
      condition: { attribute, operator: 'Equals', value: shown },
      verdict: verdict(COUNT === value),
    })),
  ),
  fc.tuple(countName, number).chain(([attribute, value]) =>
    written(value).map((shown) => ({
      condition: { attribute, operator: 'Less Than', value: shown },
      verdict: verdict(COUNT < value),
    })),
  ),
  fc.tuple(countName, number, number).chain(([attribute, low, high]) =>
    fc
      .constantFrom<unknown>(
        [low, high],
        `${low},${high}`,
        `${low} and ${high}`,
        `${low} - ${high}`,
      )
      .map((value) => ({
        condition: { attribute, operator: 'Between', value },
        verdict: verdict(low <= COUNT && COUNT <= high),
      })),
  ),
);

/** Days around the two days in the facts. */
const aDay = fc.oneof(
  fc.integer({ min: JOINED_DAY - 2, max: JOINED_DAY + 2 }),
  fc.integer({ min: 1_498, max: 1_502 }),
);
const dateFact = fc.constantFrom(
  { attribute: 'joined', day: JOINED_DAY, hours: JOINED_DAY * 24 },
  { attribute: 'visited', day: 1_500, hours: VISITED_HOURS },
);

const dateConditions: fc.Arbitrary<Judged> = fc.oneof(
  fc.tuple(dateFact, aDay).map(([{ attribute, day }, value]) => ({
    condition: { attribute, operator: 'After', value: slashed(value) },
    verdict: verdict(day > value),
  })),
  fc.tuple(dateFact, aDay, aDay).map(([{ attribute, day }, from, to]) => ({
    condition: { attribute, operator: 'Between', value: `${slashed(from)}-${slashed(to)}` },
    verdict: verdict(from <= day && day <= to),
  })),
  fc.tuple(dateFact, fc.integer({ min: 495, max: 505 })).map(([{ attribute, hours }, days]) => ({
    condition: { attribute, operator: 'More than X day(s) ago', value: String(days) },
    verdict: verdict(NOW_HOURS - hours > days * 24),
  })),
);

const textConditions: fc.Arbitrary<Judged> = fc.oneof(
  fc.constantFrom(...COLOURS).map((value) => ({
    condition: { attribute: 'colour', operator: 'Equals', value },
    verdict: verdict(value === COLOURS[2]),
  })),
  fc.constantFrom('tea', 'chess', 'tennis').map((value) => ({
    condition: { attribute: 'likes', operator: 'Equals', value },
    verdict: verdict(LIKES.includes(value)),
  })),
);

const valueless: fc.Arbitrary<Judged> = fc
  .tuple(
    fc.constantFrom('never', 'empty'),
    fc.constantFrom(
      { operator: 'Equals', value: 1 },
      { operator: 'Less Than', value: 1 },
      { operator: 'Between', value: [0, 9] },
      { operator: 'After', value: '01/01/2000' },
      { operator: 'More than X day(s) ago', value: 1 },
    ),
  )
  .map(([attribute, rest]) => ({ condition: { attribute, ...rest }, verdict: 'fails' as const }));

const unknown: fc.Arbitrary<Judged> = fc
  .constantFrom<Condition>(
    { attribute: 'shoe_size', operator: 'Equals', value: 1 },
    { attribute: 'count', operator: 'Sounds Like', value: 3 },
    { attribute: 'count', operator: 'Less Than', value: 'many' },
    { attribute: 'visited', operator: 'After', value: 'soon' },
    { attribute: 'count', operator: 'Between', value: [1] },
    {},
  )
  .map((condition) => ({ condition, verdict: 'unknown' as const }));

const judged = fc.oneof(
  { weight: 4, arbitrary: numberConditions },
  { weight: 4, arbitrary: dateConditions },
  { weight: 3, arbitrary: textConditions },
  { weight: 1, arbitrary: valueless },
  { weight: 1, arbitrary: unknown },
);

const ruled = fc.record({
  type: fc.constantFrom('Fixed Points', 'Bonus Multiplier', 'Update Attribute', 'Free Lunch'),
  value: fc.constantFrom(-3, 0, 0.5, 1, 1.5, 2, 7),
  attribute: fc.constantFrom('visits', 'level'),
  isActive: fc.boolean(),
  isArchived: fc.constantFrom(false, false, false, true),
  policy: fc.constantFrom('match_all', 'match_all', undefined, 'match_any'),
  conditions: fc.array(judged, { maxLength: 3 }),
});
type Ruled = (typeof ruled extends fc.Arbitrary<infer Value> ? Omit<Value, 'value'> : never) & {
  value: number;
};

const toRule = ({ type, value, attribute, isActive, isArchived, policy, conditions }: Ruled) => ({
  rule_type: type,
  rule_value: value,
  attribute,
  is_active: isActive,
  is_archived: isArchived,
  ...(policy === undefined ? {} : { conditions_matching_policy: policy }),
  conditions: conditions.map(({ condition }) => condition),
});

const isInForce = ({ isActive, isArchived, policy }: Ruled) =>
  isActive && !isArchived && policy !== 'match_any';

/** The rules of decisions.md, 33, literally. */
function model(rules: readonly Ruled[], points: number) {
  const attributes: Record<string, number> = {};
  let sum = points;
  for (const rule of rules) {
    const applies =
      isInForce(rule) && rule.conditions.every((condition) => condition.verdict === 'holds');
    if (!applies) continue;
    if (rule.type === 'Fixed Points') sum = sum + rule.value;
    if (rule.type === 'Bonus Multiplier') sum = sum * rule.value;
    if (rule.type === 'Update Attribute') attributes[rule.attribute] = rule.value;
  }
  return { points: sum > 0 ? Math.trunc(sum) : 0, attributes };
}

test("conditions are evaluated like the model's, in any spelling of their value", () => {
  fc.assert(
    fc.property(judged, ({ condition, verdict }) => {
      expect(evaluate(condition, facts, now)).toBe(verdict);
    }),
    { numRuns: 2_000 },
  );
});

test('rules give the same points and attributes as the model', () => {
  fc.assert(
    fc.property(
      fc.array(ruled, { maxLength: 6 }),
      fc.integer({ min: 0, max: 1_000 }),
      (rules, points) => {
        const applied = applyRules(rules.map(toRule) as Rule[], { points, facts, now });
        expect(applied).toEqual(model(rules, points));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('an activity is excluded only if all of its points depend on a failing condition', () => {
  const given = fc.record({ rules: fc.array(ruled, { maxLength: 4 }), points: fc.nat(2) });
  fc.assert(
    fc.property(given, ({ rules, points }) => {
      const hasFailedPoints = rules.some(
        (rule) =>
          isInForce(rule) &&
          rule.type === 'Fixed Points' &&
          rule.value > 0 &&
          rule.conditions.some((condition) => condition.verdict === 'fails'),
      );
      // In thousands, so that the model's rounding doesn't matter.
      const scaled = rules.map((rule) =>
        rule.type === 'Fixed Points' ? { ...rule, value: rule.value * 1_000 } : rule,
      );
      const isNothing = model(scaled, points * 1_000).points === 0;
      expect(isExcludedByRules(rules.map(toRule) as Rule[], { points, facts, now })).toBe(
        isNothing && hasFailedPoints,
      );
    }),
    { numRuns: 1_000 },
  );
});
