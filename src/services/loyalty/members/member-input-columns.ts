import { and, eq, isNull } from 'drizzle-orm';
import { formatMonthDayYear } from '#contract/loyalty/dates.ts';
import {
  CUSTOM_ATTRIBUTES_MAX_BYTES,
  CUSTOM_ATTRIBUTES_MAX_KEYS,
  type CustomAttributes,
} from '#contract/loyalty/members/custom-attributes.ts';
import type { CreateMember, UpdateMember } from '#contract/loyalty/members/member-input.ts';
import { invalidValue } from '#services/loyalty/http/error-response.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { tiers } from '#services/loyalty/tiers/tiers-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { members } from './members-table.ts';

type MemberColumns = Partial<typeof members.$inferSelect>;

/** The columns of the fields that a request contains. */
export function toColumns(program: Program, input: CreateMember | UpdateMember): MemberColumns {
  const { address = {}, email_address: email, phone_number: phone } = input;
  return withoutUndefined({
    firstName: input.first_name,
    lastName: input.last_name,
    emailAddress: orEmpty(email),
    uniqueEmail: program.emailUnique ? email?.toLowerCase() : undefined,
    phoneNumber: orEmpty(phone),
    uniquePhone: program.phoneUnique ? (phone ?? undefined) : undefined,
    birthdate: formatDay(input.birthdate),
    anniversaryDate: formatDay(input.anniversary_date),
    twitterHandle: input.twitter_handle,
    instagramHandle: input.instagram_handle,
    preferredLanguage: input.preferred_language,
    addressLine1: address.line1,
    addressLine2: address.line2,
    city: address.city,
    state: address.state,
    country: address.country,
    postalCode: address.postal_code,
    tags: input.member_tags && [...new Set(input.member_tags)],
    emailSubscriptionStatus: input.email_subscription_status,
    status: input.member_status,
  });
}

/**
 * Checks the fields that are required because they are unique (loyalty.md, Member, rules 1 and 2).
 * @throws {LoyaltyApiError} 400 in the value shape
 */
export function checkRequired(
  program: Program,
  { emailAddress, phoneNumber }: MemberColumns,
): void {
  if (program.emailUnique && !emailAddress) throw invalidValue('email_address', 'Required');
  if (program.phoneUnique && !phoneNumber) throw invalidValue('phone_number', 'Required');
}

/** @throws {LoyaltyApiError} 400 if the program has no such tier */
export async function findAssignedTier(
  db: Queries,
  programId: number,
  serviceId: string | undefined,
): Promise<number | undefined> {
  if (serviceId === undefined) return undefined;
  const [tier] = await db
    .select({ id: tiers.id })
    .from(tiers)
    .where(and(eq(tiers.programId, programId), eq(tiers.serviceId, serviceId)));
  if (!tier) throw invalidValue('current_tier_id', 'There is no such tier');
  return tier.id;
}

/**
 * Finds the member with a referral code.
 * @param field the request's name of the code: `referrer_code` or, on update, `referral_code`
 * @throws {LoyaltyApiError} 400 if no member has this code
 */
export async function findReferrer(
  db: Queries,
  programId: number,
  field: 'referrer_code' | 'referral_code',
  code: string | undefined,
): Promise<number | undefined> {
  if (code === undefined || code === '') return undefined;
  const [referrer] = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.programId, programId),
        eq(members.referralCode, code),
        isNull(members.deletedAt),
      ),
    );
  if (!referrer) throw invalidValue(field, 'There is no member with this code');
  return referrer.id;
}

/**
 * Applies the limits of a request (decisions.md, 30) to the result as well, so that many requests
 * can't make a member too large for a page of the list.
 * @throws {LoyaltyApiError} 400 in the value shape
 */
export function mergeAttributes(
  current: CustomAttributes,
  changes: CustomAttributes,
): CustomAttributes {
  const merged = { ...current, ...changes };
  if (Object.keys(merged).length > CUSTOM_ATTRIBUTES_MAX_KEYS) {
    throw invalidValue(
      'custom_attributes',
      `A member has at most ${CUSTOM_ATTRIBUTES_MAX_KEYS} attributes`,
    );
  }
  if (Buffer.byteLength(JSON.stringify(merged)) > CUSTOM_ATTRIBUTES_MAX_BYTES) {
    throw invalidValue(
      'custom_attributes',
      `A member's attributes take at most ${CUSTOM_ATTRIBUTES_MAX_BYTES / 1024} KB in all`,
    );
  }
  return merged;
}

function orEmpty(value: string | null | undefined): string | undefined {
  return value === null ? '' : value;
}

function formatDay(isoDay: string | null | undefined): string | undefined {
  return isoDay ? formatMonthDayYear(isoDay) : orEmpty(isoDay);
}

function withoutUndefined(
  columns: { [Name in keyof MemberColumns]: MemberColumns[Name] | undefined },
) {
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as MemberColumns;
}
