import { parseCalendarDay } from '#console/lib/loyalty-date.ts';
import { formatMonthDayYear } from '#contract/loyalty/dates.ts';
import type { Member } from '#contract/loyalty/member.ts';
import type { CreateMemberInput, UpdateMemberInput } from '#contract/loyalty/member-input.ts';
import { type AttributeField, changedAttributes, toAttributeFields } from './attribute-fields.ts';
import { splitTags } from './members-view.ts';

const TEXTS = [
  'first_name',
  'last_name',
  'email_address',
  'phone_number',
  'birthdate',
  'anniversary_date',
  'preferred_language',
  'instagram_handle',
  'twitter_handle',
] as const;
const ADDRESS_LINES = ['line1', 'line2', 'city', 'state', 'postal_code', 'country'] as const;

/** A member as the form holds it, under the API's names; tags are separated by commas. */
export type MemberFormValues = Record<(typeof TEXTS)[number], string> & {
  member_id: string;
  address: Record<(typeof ADDRESS_LINES)[number], string>;
  member_tags: string;
  email_subscription_status: 'subscribed' | 'unsubscribed';
  member_status: 'active' | 'blocked' | 'opted_out';
  current_tier_id: string;
  /** Of the member who referred this one; for a new member only. */
  referrer_code: string;
  custom_attributes: AttributeField[];
};

export const NEW_MEMBER: MemberFormValues = {
  ...blanks(TEXTS),
  member_id: '',
  address: blanks(ADDRESS_LINES),
  member_tags: '',
  email_subscription_status: 'subscribed',
  member_status: 'active',
  current_tier_id: '',
  referrer_code: '',
  custom_attributes: [],
};

/** A member's values for the form. */
export function toFormValues(member: Member): MemberFormValues {
  const texts = TEXTS.map((name) => [name, member[name] ?? '']);
  const lines = ADDRESS_LINES.map((name) => [name, member.address?.[name] ?? '']);
  return {
    ...NEW_MEMBER,
    ...Object.fromEntries(texts),
    member_id: member.member_id,
    birthdate: typedDay(member.birthdate),
    anniversary_date: typedDay(member.anniversary_date),
    address: Object.fromEntries(lines) as MemberFormValues['address'],
    member_tags: (member.member_tags ?? []).join(', '),
    email_subscription_status:
      member.email_subscription_status === 'unsubscribed' ? 'unsubscribed' : 'subscribed',
    current_tier_id: member.tier_info?.loyalty_tier_id ?? '',
    custom_attributes: toAttributeFields(member.custom_attributes ?? {}).fields,
  };
}

/**
 * What an update has to say: only what differs from how it was. The tags are what the member has by
 * now, with what was added here and without what was taken off here.
 *
 * @param currentTags the member's tags at this moment
 */
export function memberChanges(
  values: MemberFormValues,
  initial: MemberFormValues,
  currentTags: readonly string[] = splitTags(initial.member_tags),
): UpdateMemberInput {
  const texts = TEXTS.filter((name) => values[name].trim() !== initial[name]);
  const hasNewAddress = ADDRESS_LINES.some(
    (line) => values.address[line].trim() !== initial.address[line],
  );
  const attributes = changedAttributes(values.custom_attributes, initial.custom_attributes);
  const subscription = values.email_subscription_status;
  const tier = values.current_tier_id.trim();
  return {
    ...Object.fromEntries(texts.map((name) => [name, values[name].trim()])),
    // Whole, because a service may replace it.
    ...(hasNewAddress ? { address: trimmedAddress(values) } : {}),
    ...(values.member_tags === initial.member_tags
      ? {}
      : { member_tags: mergeTags(values.member_tags, initial.member_tags, currentTags) }),
    ...(subscription === initial.email_subscription_status
      ? {}
      : { email_subscription_status: subscription }),
    ...(tier === initial.current_tier_id || tier === '' ? {} : { current_tier_id: tier }),
    ...(attributes === undefined ? {} : { custom_attributes: attributes }),
  };
}

/** The body that creates a member. */
export function newMemberBody(values: MemberFormValues): CreateMemberInput {
  const { referral_code: _, ...changes } = memberChanges(values, NEW_MEMBER);
  const referrerCode = values.referrer_code.trim();
  return {
    member_id: values.member_id.trim(),
    member_status: values.member_status,
    ...changes,
    ...(referrerCode === '' ? {} : { referrer_code: referrerCode }),
  };
}

function mergeTags(typed: string, initial: string, current: readonly string[]): string[] {
  const [wanted, before] = [splitTags(typed), splitTags(initial)];
  const kept = current.filter((tag) => wanted.includes(tag) || !before.includes(tag));
  const added = wanted.filter((tag) => !before.includes(tag) && !kept.includes(tag));
  return [...kept, ...added];
}

function trimmedAddress({ address }: MemberFormValues) {
  return Object.fromEntries(ADDRESS_LINES.map((line) => [line, address[line].trim()]));
}

/** A day as the form takes it: `MM/DD/YYYY`, or `MM/DD` without a year. */
function typedDay(value: string | undefined): string {
  const day = parseCalendarDay(value ?? '');
  if (!day) return value ?? '';
  const [month, date] = [day.month, day.day].map((part) => String(part).padStart(2, '0'));
  return day.year === undefined
    ? `${month}/${date}`
    : formatMonthDayYear(`${String(day.year).padStart(4, '0')}-${month}-${date}`);
}

function blanks<const Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
}
