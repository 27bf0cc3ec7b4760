import { formatMonthDayYear, parseDate } from '#contract/loyalty/dates.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { type AttributeField, toAttributeFields } from './attributes/attribute-fields.ts';

/** Fields that are a text under the same name in the form, in what is answered and in what is sent. */
export const TEXT_FIELDS = [
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
/** The lines of an address, in the order in which people write them. */
export const ADDRESS_LINES = ['line1', 'line2', 'city', 'state', 'postal_code', 'country'] as const;

/** A member as the form holds it, under the API's names. */
export type MemberFormValues = Record<(typeof TEXT_FIELDS)[number], string> & {
  member_id: string;
  address: Record<(typeof ADDRESS_LINES)[number], string>;
  member_tags: readonly string[];
  email_subscription_status: 'subscribed' | 'unsubscribed';
  member_status: 'active' | 'blocked' | 'opted_out';
  current_tier_id: string;
  /** The code of the member who referred this one. */
  referrer_code: string;
  custom_attributes: AttributeField[];
};

/** The form of somebody who is not a member yet. */
export const NEW_MEMBER: MemberFormValues = {
  ...emptyStrings(TEXT_FIELDS),
  member_id: '',
  address: emptyStrings(ADDRESS_LINES),
  member_tags: [],
  email_subscription_status: 'subscribed',
  member_status: 'active',
  current_tier_id: '',
  referrer_code: '',
  custom_attributes: [],
};

/** A member's values for the form. */
export function toFormValues(member: Member): MemberFormValues {
  const texts = TEXT_FIELDS.map((name) => [name, member[name] ?? '']);
  const lines = ADDRESS_LINES.map((name) => [name, member.address?.[name] ?? '']);
  return {
    ...NEW_MEMBER,
    ...Object.fromEntries(texts),
    member_id: member.member_id,
    birthdate: toTypedDay(member.birthdate),
    anniversary_date: toTypedDay(member.anniversary_date),
    address: Object.fromEntries(lines) as MemberFormValues['address'],
    member_tags: member.member_tags ?? [],
    email_subscription_status:
      member.email_subscription_status === 'unsubscribed' ? 'unsubscribed' : 'subscribed',
    current_tier_id: member.tier_info?.loyalty_tier_id ?? '',
    referrer_code: member.referrer_code ?? '',
    custom_attributes: toAttributeFields(member.custom_attributes ?? {}).fields,
  };
}

/** A day as the form takes it: `MM/DD/YYYY`, or `MM/DD` without a year. */
function toTypedDay(value: string | undefined): string {
  const date = parseDate(value ?? '');
  if (!date) return value ?? '';
  const typed = formatMonthDayYear(date.iso.slice(0, 10));
  return date.kind === 'yearless' ? typed.slice(0, 'MM/DD'.length) : typed;
}

function emptyStrings<const Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
}
