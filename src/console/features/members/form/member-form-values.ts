import { formatMonthDayYear, parseDate } from '#contract/loyalty/dates.ts';
import {
  ADDRESS_LINES,
  MEMBER_TEXT_FIELDS,
  type Member,
  type MemberTextField,
} from '#contract/loyalty/members/member.ts';
import { type AttributeField, toAttributeFields } from './attributes/attribute-fields.ts';

/** The values of the form, under the API's names. */
export type MemberFormValues = Record<MemberTextField, string> & {
  member_id: string;
  address: Record<(typeof ADDRESS_LINES)[number], string>;
  member_tags: readonly string[];
  /** Empty or of another kind if the service says so. */
  email_subscription_status: string;
  member_status: 'active' | 'blocked' | 'opted_out';
  current_tier_id: string;
  /** The code of the member who referred this one. */
  referrer_code: string;
  custom_attributes: AttributeField[];
};

export const NEW_MEMBER: MemberFormValues = {
  ...emptyStrings(MEMBER_TEXT_FIELDS),
  member_id: '',
  address: emptyStrings(ADDRESS_LINES),
  member_tags: [],
  email_subscription_status: 'subscribed',
  member_status: 'active',
  current_tier_id: '',
  referrer_code: '',
  custom_attributes: [],
};

export function toFormValues(member: Member): MemberFormValues {
  const texts = MEMBER_TEXT_FIELDS.map((name) => [name, member[name] ?? '']);
  const lines = ADDRESS_LINES.map((name) => [name, member.address?.[name] ?? '']);
  return {
    ...NEW_MEMBER,
    ...Object.fromEntries(texts),
    member_id: member.member_id,
    birthdate: toInputDate(member.birthdate),
    anniversary_date: toInputDate(member.anniversary_date),
    address: Object.fromEntries(lines) as MemberFormValues['address'],
    member_tags: member.member_tags ?? [],
    email_subscription_status: member.email_subscription_status ?? '',
    current_tier_id: member.tier_info?.loyalty_tier_id ?? '',
    referrer_code: member.referrer_code ?? '',
    custom_attributes: toAttributeFields(member.custom_attributes ?? {}).fields,
  };
}

/** A date as the form accepts it: `MM/DD/YYYY`, or `MM/DD` without a year. */
function toInputDate(value: string | undefined): string {
  const date = parseDate(value ?? '');
  if (!date) return value ?? '';
  const text = formatMonthDayYear(date.iso.slice(0, 10));
  return date.kind === 'yearless' ? text.slice(0, 'MM/DD'.length) : text;
}

function emptyStrings<const Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
}
