import * as z from 'zod/mini';
import { pointsConfigSchema } from '#contract/loyalty/activities.ts';
import { POINTS_MAX } from '#contract/loyalty/rule-engine/rules-engine.ts';
import {
  CONDITION_OPERATORS,
  comparisonSchema,
  FREQUENCY_RANGES,
  frequencySchema,
  RULE_TYPES,
  ruleSchema,
} from '#contract/loyalty/rules.ts';
import { text } from '#contract/loyalty/text.ts';

const DESCRIPTION_MAX = 20_000;

const oneOf = (values: readonly string[]) => `Must be one of: ${values.join(', ')}`;
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: oneOf(values) });
const flag = z.boolean({ error: 'Must be true or false' });
const jsonObject = z.record(text({ min: 1 }), z.unknown());

/** Readers accept unknown computation types; an operator can only set those that we can compute. */
const computableConfig = pointsConfigSchema.check(
  z.refine(
    ({ points_computation_type: type }) => type === 'fixed_points' || type === 'multiplier_based',
    { path: ['points_computation_type'], error: oneOf(['fixed_points', 'multiplier_based']) },
  ),
  z.refine(
    ({ points_computation_type: type, points = -1 }) =>
      type !== 'fixed_points' || (points >= 0 && points <= POINTS_MAX),
    { path: ['points'], error: `Must be a whole number from 0 to ${POINTS_MAX} with fixed_points` },
  ),
  z.refine(
    ({ points_computation_type: type, multiplier = -1 }) =>
      type !== 'multiplier_based' || multiplier >= 0,
    { path: ['multiplier'], error: 'Must be 0 or more with multiplier_based' },
  ),
);

/** Fills in what readers rely on: the attribute to multiply, null for the quantity itself. */
const pointsConfig = z.pipe(
  computableConfig,
  z.transform((config) =>
    config.points_computation_type === 'multiplier_based'
      ? { ...config, attribute_to_multiply: config.attribute_to_multiply ?? null }
      : config,
  ),
);

const conditionError =
  `Must have an attribute, a value and an operator (${CONDITION_OPERATORS.join(', ')}), ` +
  `or a frequency_value in digits and a frequency_range (${FREQUENCY_RANGES.join(', ')})`;

/** Only conditions that the engine can evaluate; it would silently ignore any other. */
const condition = z.union(
  [
    frequencySchema.check(
      z.refine(
        ({ frequency_value: value, frequency_range: range }) =>
          /^\d{1,9}$/.test(value) && FREQUENCY_RANGES.some((known) => known === range),
        { error: conditionError },
      ),
    ),
    comparisonSchema.check(
      z.refine(({ operator }) => CONDITION_OPERATORS.some((known) => known === operator), {
        error: conditionError,
      }),
    ),
  ],
  { error: conditionError },
);

const applicableRule = z
  .extend(ruleSchema, {
    rule_type: choice(RULE_TYPES),
    rule_name: z._default(z.string(), ''),
    is_active: z._default(flag, true),
    is_archived: z._default(flag, false),
    conditions_matching_policy: z._default(choice(['match_all']), 'match_all'),
    conditions: z._default(z.array(condition), []),
  })
  .check(
    z.refine(
      ({ rule_type: type, rule_value: value }) => type === 'Frequency' || value !== undefined,
      { path: ['rule_value'], error: 'Must be a number' },
    ),
    z.refine(
      ({ rule_type: type, attribute }) =>
        type !== 'Update Attribute' || typeof attribute === 'string',
      { path: ['attribute'], error: 'Must be the custom attribute to set' },
    ),
  );

/** Fills in what readers rely on: a Frequency rule has a value too, though without effect. */
const rule = z.pipe(
  applicableRule,
  z.transform((input) => ({ ...input, rule_value: input.rule_value ?? 0 })),
);

const texts = z.strictObject({
  name: z.optional(text({ min: 1 })),
  shortDescription: z.optional(text()),
  descriptionHtml: z.optional(text({ max: DESCRIPTION_MAX })),
});

/** The settings of an activity, by their names in the API; other names are rejected. */
export const activitySettingsSchema = z.partial(
  z.strictObject({
    activity_name: text({ min: 1 }),
    activity_benefit_type: choice(['points', 'points_and_coupon_code']),
    approval_method: choice(['immediate', 'manual']),
    is_active: flag,
    is_points_expiry_reset_activity: flag,
    show_on_guest_dashboard: flag,
    is_qualified_for_tier_upgrade: flag,
    enduser_activity_short_description: text(),
    enduser_activity_description_html: text({ max: DESCRIPTION_MAX }),
    activity_card_background_image_url: z.nullable(
      z.url({ protocol: /^https?$/, error: 'Must be an http or https URL, or null' }),
    ),
    metadata: jsonObject,
    extra_config: jsonObject,
    points_config: pointsConfig,
    /** In the order in which they apply. */
    rules_config: z.nullable(z.array(rule)),
    /** Texts by store language. */
    translations: z.record(text({ min: 1 }), texts),
  }),
);
export type ActivitySettings = z.output<typeof activitySettingsSchema>;

export const activityIdSchema = text({ min: 1 });
