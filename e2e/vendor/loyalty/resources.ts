import { idOf, shape } from '../shape.ts';
import type { Switches } from '../switches.ts';

const ENROLLED = '2026-02-03T10:00:00.000Z';

/** A member, whose ids are always there. */
export function member(index: number, switches: Switches): Record<string, unknown> {
  const fields = {
    first_name: `Ines${index}`,
    last_name: 'Kestrel',
    email_address: `ines${index}@kestrel.example`,
    phone_number: '+44-7700900123',
    birthdate: '1990-05-06T00:00:00.000Z',
    anniversary_date: '2015-05-06T00:00:00.000Z',
    enrollment_date: ENROLLED,
    last_modified_date: ENROLLED,
    first_purchase_date: ENROLLED,
    last_purchase_date: ENROLLED,
    deleted_date: null,
    twitter_handle: 'ines',
    instagram_handle: 'ines',
    preferred_language: 'pt',
    gender: 'female',
    address: {
      line1: '1 Quay',
      line2: 'Floor 2',
      city: 'Porto',
      state: 'PT-13',
      country: 'PT',
      postal_code: '4000',
    },
    member_tags: ['vip, gold', 'early'],
    member_status: 'active',
    email_subscription_status: 'subscribed',
    tier_info: {
      loyalty_tier_id: 't1',
      loyalty_tier_name: 'Hover',
      current_period_start: ENROLLED,
      current_period_end: null,
      qualified_points: 20,
    },
    custom_attributes: { shoe_size: 41, colors: ['red', 'blue'], note: 'likes wind' },
    available_points: 120,
    pending_points: 5,
    lifetime_points_earned: 200,
    lifetime_points_expired: 10,
    lifetime_points_deducted: 20,
    lifetime_points_redeemed: 50,
    points_expiration_schedule: [{ expiration_date: ENROLLED, points: 20 }],
    revenue: 99.5,
    aov: 33.2,
    number_of_purchases: 3,
    number_of_redemptions: 1,
    number_of_activities: '4',
    referral_URL: 'https://kestrel.example/r/ines',
    referral_code: `INES${index}`,
    referrer_code: null,
    referrer_ID: null,
    referrer_name: null,
  };
  return {
    id: idOf('svc', index, switches),
    member_id: idOf('K', index, switches),
    ...shape(fields, switches),
  };
}

export function activity(index: number, switches: Switches): Record<string, unknown> {
  const fields = {
    activity_name: `Hover ${index}`,
    activity_benefit_type: 'points',
    approval_method: 'immediate',
    is_active: true,
    is_points_expiry_reset_activity: false,
    show_on_guest_dashboard: true,
    is_qualified_for_tier_upgrade: true,
    enduser_activity_short_description: 'Hover over the quay',
    enduser_activity_description_html: '<p>Hover <b>long</b></p>',
    activity_card_background_image_url: null,
    created_date: '2026-01-05T09:30:00.000Z',
    last_modified_date: '2026-01-05T09:30:00.000Z',
    metadata: { a: 1 },
    extra_config: {},
    points_config: { points_computation_type: 'fixed_points', points: 20 },
    rules_config: [
      {
        rule_type: 'Frequency',
        is_archived: false,
        is_active: true,
        conditions_matching_policy: 'match_all',
        rule_name: 'Once a day',
        conditions: [{ frequency_value: '1', frequency_range: 'DAY' }],
        rule_value: 1,
      },
    ],
  };
  return {
    id: idOf('act', index, switches),
    activity_id: idOf('hover', index, switches),
    ...shape(fields, switches),
  };
}
