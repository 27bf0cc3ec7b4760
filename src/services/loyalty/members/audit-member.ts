import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { members } from './members-table.ts';

type MemberColumns = typeof members.$inferSelect;

/** The recorded fields, by their names in the API. Custom attributes are recorded one by one. */
function toAudited(member: MemberColumns) {
  const attributes = Object.entries(member.customAttributes).map(
    ([key, value]) => [`custom_attributes.${key}`, value] as const,
  );
  return {
    member_id: member.memberId,
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
    address_line1: member.addressLine1,
    address_line2: member.addressLine2,
    city: member.city,
    state: member.state,
    country: member.country,
    postal_code: member.postalCode,
    member_tags: member.tags,
    member_status: member.status,
    email_subscription_status: member.emailSubscriptionStatus,
    tier_id: member.tierId,
    referrer_id: member.referrerId,
    ...Object.fromEntries(attributes),
  };
}

/** Fields that a new or deleted member has no value for say nothing. */
function withoutEmpty(state: object): object {
  return Object.fromEntries(
    Object.entries(state).filter(([, value]) => value !== '' && value !== null),
  );
}

/**
 * Records a change of a member with what differs; an update without a difference isn't one.
 * @param change without `before` for a new member, without `after` for a deleted one
 */
export async function recordMember(
  tx: Queries,
  { partnerId }: Pick<Program, 'partnerId'>,
  action: 'member.create' | 'member.update' | 'member.delete',
  { before, after }: { before?: MemberColumns; after?: MemberColumns },
): Promise<void> {
  const member = after ?? before;
  if (!member) return;
  const [from, to] = [before, after].map((state) => (state ? toAudited(state) : {}));
  const isUpdate = before !== undefined && after !== undefined;
  const changes = isUpdate
    ? changesBetween(from ?? {}, to ?? {})
    : changesBetween(withoutEmpty(from ?? {}), withoutEmpty(to ?? {}));
  if (isUpdate && changes.length === 0) return;
  await recordAudit(tx, { action, subject: memberSubject(member), changes, partnerId });
}

/** A member as the subject of an event. */
export function memberSubject({ memberId, firstName, lastName }: MemberColumns) {
  const name = `${firstName} ${lastName}`.trim();
  return { type: 'member', id: memberId, name: name === '' ? undefined : name };
}
