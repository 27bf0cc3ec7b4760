import * as z from 'zod/mini';
import { openEnum } from '#contract/open-enum.ts';
import type { ReadOf } from '#contract/readers/reader-types.ts';

export const MEMBER_STATUSES = ['active', 'blocked', 'opted_out'] as const;
export const EMAIL_SUBSCRIPTION_STATUSES = ['subscribed', 'unsubscribed'] as const;

/** Texts with the same name in requests and responses, by the kind of their value. */
export const MEMBER_TEXTS = {
  first_name: 'text',
  last_name: 'text',
  email_address: 'text',
  phone_number: 'phone',
  birthdate: 'day',
  anniversary_date: 'day',
  preferred_language: 'text',
  twitter_handle: 'text',
  instagram_handle: 'text',
} as const;
export type MemberTextField = keyof typeof MEMBER_TEXTS;
export const MEMBER_TEXT_FIELDS = Object.keys(MEMBER_TEXTS) as MemberTextField[];

export const isDayField = (field: string): boolean =>
  MEMBER_TEXTS[field as MemberTextField] === 'day';

export const ADDRESS_LINES = ['line1', 'line2', 'city', 'state', 'postal_code', 'country'] as const;

const optionalString = z.optional(z.string());
const nullableString = z.optional(z.nullable(z.string()));
const optionalInteger = z.optional(z.int());
const optionalNumber = z.optional(z.number());

export const addressSchema = z.looseObject({
  line1: optionalString,
  line2: optionalString,
  city: optionalString,
  state: optionalString,
  country: optionalString,
  postal_code: optionalString,
});
export type Address = ReadOf<typeof addressSchema>;

export const tierInfoSchema = z.looseObject({
  loyalty_tier_id: optionalString,
  loyalty_tier_name: optionalString,
  current_period_start: optionalString,
  current_period_end: nullableString,
  qualified_points: optionalInteger,
});
export type TierInfo = ReadOf<typeof tierInfoSchema>;

export const pointsExpirationSchema = z.looseObject({
  expiration_date: z.string(),
  points: z.int(),
});
export type PointsExpiration = z.output<typeof pointsExpirationSchema>;

/**
 * A member in responses. Date formats vary: parse them with `parseDate`. Only the identifying fields
 * are required, so that programs which omit others still work.
 */
export const memberSchema = z.looseObject({
  id: z.string(),
  member_id: z.string(),
  first_name: optionalString,
  last_name: optionalString,
  email_address: optionalString,
  phone_number: optionalString,
  birthdate: optionalString,
  anniversary_date: optionalString,
  enrollment_date: nullableString,
  last_modified_date: nullableString,
  first_purchase_date: nullableString,
  last_purchase_date: nullableString,
  deleted_date: nullableString,
  twitter_handle: optionalString,
  instagram_handle: optionalString,
  preferred_language: optionalString,
  gender: optionalString,
  address: z.optional(addressSchema),
  member_tags: z.optional(z.array(z.string())),
  member_status: openEnum(MEMBER_STATUSES),
  email_subscription_status: z.optional(openEnum(EMAIL_SUBSCRIPTION_STATUSES)),
  tier_info: z.optional(tierInfoSchema),
  custom_attributes: z.optional(z.record(z.string(), z.unknown())),
  available_points: optionalInteger,
  pending_points: optionalInteger,
  lifetime_points_earned: optionalInteger,
  lifetime_points_expired: optionalInteger,
  lifetime_points_deducted: optionalInteger,
  lifetime_points_redeemed: optionalInteger,
  points_expiration_schedule: z.optional(z.nullable(z.array(pointsExpirationSchema))),
  revenue: optionalNumber,
  aov: optionalNumber,
  number_of_purchases: optionalNumber,
  number_of_redemptions: optionalNumber,
  number_of_activities: optionalString,
  referral_URL: optionalString,
  referral_code: optionalString,
  referrer_code: nullableString,
  referrer_ID: nullableString,
  referrer_name: nullableString,
});
export type Member = ReadOf<typeof memberSchema>;
export type SentMember = z.output<typeof memberSchema>;
