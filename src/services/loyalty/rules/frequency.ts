import { evaluateAll } from '#contract/loyalty/rule-engine/conditions.ts';
import type { Facts } from '#contract/loyalty/rule-engine/facts.ts';
import { isInForce } from '#contract/loyalty/rule-engine/rules-engine.ts';
import { FREQUENCY_RANGES, isFrequency, type SentRule } from '#contract/loyalty/rules.ts';

export type FrequencyRange = (typeof FREQUENCY_RANGES)[number];
/** How often a member did an activity in the current day, week and year, and ever. */
export type TimesDone = Readonly<Record<FrequencyRange, number>>;

export const NEVER_DONE: TimesDone = { DAY: 0, WEEK: 0, YEAR: 0, LIFETIME: 0 };

/** Start of the current range in UTC; weeks start on Monday. */
export function startOfRange(range: FrequencyRange, now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  switch (range) {
    case 'DAY':
      return new Date(Date.UTC(year, month, day));
    case 'WEEK':
      return new Date(Date.UTC(year, month, day - ((now.getUTCDay() + 6) % 7)));
    case 'YEAR':
      return new Date(Date.UTC(year, 0));
    case 'LIFETIME':
      return new Date(0);
  }
}

/** Whether an active Frequency rule prevents the member from earning again. */
export function isUsedUp(
  rules: readonly SentRule[],
  { done, facts, now }: { done: TimesDone; facts: Facts; now: Date },
): boolean {
  return rules.some((rule) => {
    if (rule.rule_type !== 'Frequency' || !isInForce(rule)) return false;
    const limits = rule.conditions.filter(isFrequency);
    const others = rule.conditions.filter((condition) => !isFrequency(condition));
    if (evaluateAll(others, facts, now) !== 'holds') return false;
    return limits.some(({ frequency_value, frequency_range }) => {
      const range = FREQUENCY_RANGES.find((known) => known === frequency_range);
      return range !== undefined && /^\d{1,9}$/.test(frequency_value)
        ? done[range] >= Number(frequency_value)
        : false;
    });
  });
}
