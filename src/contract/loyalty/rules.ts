import * as z from 'zod/mini';
import { openEnum } from '#contract/open-enum.ts';
import type { ReadOf } from '#contract/readers/reader-types.ts';

export const RULE_TYPES = [
  'Bonus Multiplier',
  'Fixed Points',
  'Update Attribute',
  'Frequency',
] as const;

export const CONDITION_OPERATORS = [
  'Equals',
  'Between',
  'Less Than',
  'After',
  'More than X day(s) ago',
] as const;

export const FREQUENCY_RANGES = ['DAY', 'WEEK', 'YEAR', 'LIFETIME'] as const;

/** Compares an attribute. The type of the value depends on the operator. */
export const comparisonSchema = z.looseObject({
  operator: openEnum(CONDITION_OPERATORS),
  attribute: z.string(),
  value: z.unknown(),
});
export type Comparison = z.output<typeof comparisonSchema>;

/** Limits how often an activity counts in a period. */
export const frequencySchema = z.looseObject({
  frequency_value: z.string(),
  frequency_range: openEnum(FREQUENCY_RANGES),
});
export type Frequency = z.output<typeof frequencySchema>;

/** A condition of neither known shape is preserved and shown as unknown. */
export const conditionSchema = z.union([comparisonSchema, frequencySchema, z.looseObject({})]);
export type Condition = ReadOf<typeof conditionSchema>;

export const ruleSchema = z.looseObject({
  rule_type: openEnum(RULE_TYPES),
  rule_name: z.optional(z.string()),
  rule_value: z.optional(z.number()),
  is_active: z.boolean(),
  is_archived: z.boolean(),
  conditions_matching_policy: z.optional(openEnum(['match_all'])),
  conditions: z.array(conditionSchema),
});
export type Rule = ReadOf<typeof ruleSchema>;
export type SentRule = z.output<typeof ruleSchema>;

export function isComparison(condition: Condition): condition is Comparison {
  return comparisonSchema.safeParse(condition).success;
}

export function isFrequency(condition: Condition): condition is Frequency {
  return frequencySchema.safeParse(condition).success;
}
