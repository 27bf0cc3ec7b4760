import type { SentMember } from '#contract/loyalty/members/member.ts';
import { findTranslation } from '#services/loyalty/programs/find-translation.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import type { MemberRow } from './members-store.ts';

export interface MemberView {
  program: Pick<Program, 'referralBaseUrl'>;
  language?: string | undefined;
}

/** A member in the shape of the API (loyalty.md, Member). */
export function toMemberDocument(row: MemberRow, { program, language }: MemberView): SentMember {
  const { member } = row;
  return {
    id: member.serviceId,
    member_id: member.memberId,
    ...profileOf(member),
    enrollment_date: member.enrolledAt.toISOString(),
    last_modified_date: member.modifiedAt.toISOString(),
    first_purchase_date: member.firstPurchaseDate,
    last_purchase_date: member.lastPurchaseDate,
    deleted_date: null,
    address: addressOf(member),
    member_tags: member.tags,
    member_status: member.status,
    email_subscription_status: member.emailSubscriptionStatus,
    ...(row.tier ? { tier_info: tierInfoOf(member, row.tier, language) } : {}),
    custom_attributes: member.customAttributes,
    available_points: member.availablePoints,
    pending_points: member.pendingPoints,
    lifetime_points_earned: member.pointsEarned,
    lifetime_points_expired: member.pointsExpired,
    lifetime_points_deducted: member.pointsDeducted,
    lifetime_points_redeemed: member.pointsRedeemed,
    points_expiration_schedule: member.expirationSchedule,
    revenue: member.revenue,
    aov: averageOrderValue(member),
    number_of_purchases: member.purchases,
    number_of_redemptions: member.redemptions,
    number_of_activities: String(member.activitiesDone),
    referral_URL: program.referralBaseUrl + member.referralCode,
    referral_code: member.referralCode,
    ...referrerOf(row),
  };
}

/** Texts, under their names in the API. */
export function profileOf(member: MemberRow['member']) {
  return {
    first_name: member.firstName,
    last_name: member.lastName,
    email_address: member.emailAddress,
    phone_number: member.phoneNumber,
    birthdate: member.birthdate,
    anniversary_date: member.anniversaryDate,
    twitter_handle: member.twitterHandle,
    instagram_handle: member.instagramHandle,
    preferred_language: member.preferredLanguage,
    gender: member.gender,
  };
}

/** Rounded to cents; 0 before the first purchase. */
function averageOrderValue({ revenue, purchases }: MemberRow['member']): number {
  return purchases === 0 ? 0 : Math.round((revenue / purchases) * 100) / 100;
}

export function addressOf(member: MemberRow['member']) {
  return {
    line1: member.addressLine1,
    line2: member.addressLine2,
    city: member.city,
    state: member.state,
    country: member.country,
    postal_code: member.postalCode,
  };
}

function tierInfoOf(
  member: MemberRow['member'],
  tier: NonNullable<MemberRow['tier']>,
  language: string | undefined,
) {
  return {
    loyalty_tier_id: tier.serviceId,
    loyalty_tier_name: findTranslation(tier.translations, language) ?? tier.name,
    current_period_start: member.tierPeriodStart.toISOString(),
    current_period_end: member.tierPeriodEnd?.toISOString() ?? null,
    qualified_points: member.qualifiedPoints,
  };
}

function referrerOf({ referrer }: MemberRow) {
  if (!referrer) return { referrer_code: null, referrer_ID: null, referrer_name: null };
  return {
    referrer_code: referrer.referralCode,
    referrer_ID: referrer.serviceId,
    referrer_name: `${referrer.firstName} ${referrer.lastName}`.trim(),
  };
}
