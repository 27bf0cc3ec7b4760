import * as z from 'zod/mini';
import { openEnum } from '#contract/open-enum.ts';
import { addressSchema, MEMBER_STATUSES, tierInfoSchema } from './members/member.ts';

/** Hex HMAC-SHA512 of `<request body>:<nonce>` with the webhook's secret key. */
export const WEBHOOK_SIGNATURE_HEADER = 'x-loyalty-signature';
/**
 * The same with the webhook's other secret, while one replaces the other. Receivers that check
 * `x-loyalty-signature` alone need to know only the secret in force.
 */
export const WEBHOOK_OTHER_SIGNATURE_HEADER = 'x-loyalty-signature-other';
/** When the request was signed: Unix time in milliseconds. */
export const WEBHOOK_NONCE_HEADER = 'nonce';

export const WEBHOOK_RETRY_SECONDS = 300;
/** Includes the first attempt. */
export const WEBHOOK_MAX_ATTEMPTS = 5;

export const CAMPAIGN_ENTERED = 'event_campaign_entered';
export const MEMBER_TIER_UPGRADE = 'event_member_tierupgrade';
export const WEBHOOK_EVENT_TYPES = [CAMPAIGN_ENTERED, MEMBER_TIER_UPGRADE] as const;

/** One event. Duplicates have the same `id`. */
export const webhookEventSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  event_type: openEnum(WEBHOOK_EVENT_TYPES),
  data: z.record(z.string(), z.unknown()),
});

/**
 * The body of a webhook request. Parse each event with `webhookEventSchema`, so that a malformed one
 * doesn't affect the others (decisions.md, 36).
 */
export const webhookRequestSchema = z.looseObject({
  request_id: z.string(),
  total_count: z.optional(z.int()),
  /** `MM/DD/YYYY HH:MM:SS` */
  created_date: z.optional(z.string()),
  events: z.array(z.unknown()),
});

const optionalString = z.optional(z.string());
const nullableString = z.optional(z.nullable(z.string()));
const optionalInteger = z.optional(z.int());

/** The member an event is about. The event type determines which fields are present. */
export const memberInfoSchema = z.looseObject({
  id: optionalString,
  first_name: optionalString,
  last_name: optionalString,
  email_address: optionalString,
  phone_number: optionalString,
  member_id: optionalString,
  member_status: z.optional(openEnum(MEMBER_STATUSES)),
  member_tags: z.optional(z.union([z.array(z.string()), z.string()])),
  number_of_purchases: z.optional(z.number()),
  number_of_redemptions: z.optional(z.number()),
  birthdate: nullableString,
  anniversary_date: nullableString,
  churn_status: nullableString,
  enrollment_date: nullableString,
  last_modified_date: nullableString,
  first_purchase_date: nullableString,
  last_purchase_date: nullableString,
  instagram_handle: optionalString,
  twitter_handle: optionalString,
  preferred_language: optionalString,
  address: z.optional(addressSchema),
  deprecated_fields: z.optional(z.looseObject({ user_id: optionalString })),
  tier_info: z.optional(
    z.extend(tierInfoSchema, {
      tier_qualification_units: optionalInteger,
      // A misspelling on the wire, in addition to the correct one.
      qualifid_points: optionalInteger,
    }),
  ),
  lifetime_points_earned: optionalInteger,
  lifetime_points_expired: optionalInteger,
  available_points: optionalInteger,
  points_onhold: optionalInteger,
  lifetime_points_deducted: optionalInteger,
  lifetime_points_redeemed: optionalInteger,
  number_of_referral_purchase: optionalInteger,
  number_of_referral_share: optionalInteger,
  referral_URL: optionalString,
  referral_code: optionalString,
  custom_attributes: z.optional(z.record(z.string(), z.unknown())),
  revenue: z.optional(z.number()),
  aov: z.optional(z.nullable(z.number())),
  deleted_date: nullableString,
});
export type MemberInfo = z.output<typeof memberInfoSchema>;

/** The campaign that was entered. */
export const campaignInfoSchema = z.looseObject({
  event_name: optionalString,
  event_ID: optionalString,
  campaign_name: optionalString,
  campaign_ID: optionalString,
  delay_in_days: optionalInteger,
  promotion_info: z.optional(
    z.looseObject({
      promotion_id: optionalString,
      promotion_type: optionalString,
      configuration_settings: z.optional(z.unknown()),
    }),
  ),
});

/** `data` of both event types; a tier upgrade only has `member_info`. */
export const webhookEventDataSchema = z.looseObject({
  member_info: z.optional(memberInfoSchema),
  campaign_info: z.optional(campaignInfoSchema),
});
export type WebhookEventData = z.output<typeof webhookEventDataSchema>;
