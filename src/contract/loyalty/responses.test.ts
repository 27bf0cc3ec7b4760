import { expect, test } from 'vitest';
import { activitySchema } from './activities.ts';
import { isComparison, isFrequency, ruleSchema } from './rules.ts';
import { webhookEventDataSchema, webhookEventSchema, webhookRequestSchema } from './webhooks.ts';

test('unknown values and fields of an activity are preserved', () => {
  const activity = {
    id: '1',
    activity_id: 'purchase',
    activity_name: 'Purchase',
    activity_benefit_type: 'surprise',
    is_active: true,
    rules_config: null,
    colour: 'red',
  };
  expect(activitySchema.parse(activity)).toEqual(activity);
});

test('conditions are recognized by their shape, and unknown ones are preserved', () => {
  const conditions = [
    { operator: 'Equals', attribute: 'gender', value: 'female' },
    { frequency_value: '3', frequency_range: 'WEEK' },
    { moon: 'full' },
  ];
  const rule = ruleSchema.parse({
    rule_type: 'Fixed Points',
    is_active: true,
    is_archived: false,
    conditions,
  });
  expect(rule.conditions).toEqual(conditions);
  expect(rule.conditions.map(isComparison)).toEqual([true, false, false]);
  expect(rule.conditions.map(isFrequency)).toEqual([false, true, false]);
});

test('a malformed event does not affect the others', () => {
  const { events } = webhookRequestSchema.parse({
    request_id: 'r-1',
    total_count: 3,
    created_date: '01/31/2026 10:00:00',
    events: [
      { id: 'e-1', event_type: 'event_member_tierupgrade', data: {} },
      { event_type: 'event_member_tierupgrade', data: {} },
      { id: 'e-3', event_type: 'event_of_tomorrow', data: { new: true } },
    ],
  });
  expect(events.map((event) => webhookEventSchema.safeParse(event).success)).toEqual([
    true,
    false,
    true,
  ]);
});

test('member_info can have its irregular fields', () => {
  const data = {
    member_info: {
      member_id: 'M-1',
      member_tags: 'vip,gold',
      aov: null,
      deleted_date: null,
      deprecated_fields: { user_id: 'u-1' },
      tier_info: { current_period_end: null, qualifid_points: 20, tier_qualification_units: 1 },
    },
    campaign_info: {
      delay_in_days: 0,
      promotion_info: { promotion_id: 'p-1', configuration_settings: null },
    },
  };
  expect(webhookEventDataSchema.parse(data)).toEqual(data);
});
