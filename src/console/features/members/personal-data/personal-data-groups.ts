import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { attributeLabel, formatAttributeValue } from '#console/lib/format/format-attribute.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import { formatLoyaltyValue } from '#console/shared/loyalty/format-loyalty-value.ts';
import { MEMBER_FIELD_LABELS } from '#console/shared/loyalty/member-field-labels.ts';
import { formatMemberStatus } from '#console/shared/members/member-status.tsx';
import type { PersonalData } from '#contract/gateway/personal-data.ts';
import { parseDate } from '#contract/loyalty/dates.ts';

export type Entry = PersonalData['sections'][string][number];

interface ProfileGroup {
  readonly title: string;
  readonly items: readonly { readonly term: string; readonly value: string }[];
}

const LABELS: Readonly<Record<string, string>> = {
  ...MEMBER_FIELD_LABELS,
  status: 'Status',
  tags: 'Tags',
  address_line1: MEMBER_FIELD_LABELS['address.line1'],
  address_line2: MEMBER_FIELD_LABELS['address.line2'],
  service_id: 'Internal ID',
  enrolled_at: 'Enrolled',
  modified_at: 'Last updated',
  deleted_at: 'Deleted',
  referral_code: 'Referral code',
  tier_period_start: 'Tier period began',
  tier_period_end: 'Tier period ends',
  qualified_points: 'Points toward the tier',
  last_period_points: 'Points of the last period',
  available_points: 'Available points',
  pending_points: 'Pending points',
  points_earned: 'Earned so far',
  points_expired: 'Expired so far',
  points_deducted: 'Deducted so far',
  points_redeemed: 'Redeemed so far',
  expiration_schedule: 'Expiring points',
  first_purchase_date: 'First purchase',
  last_purchase_date: 'Last purchase',
  activities_done: 'Activities',
  unique_email: 'Email, for comparison',
  unique_phone: 'Phone, for comparison',
};

/** The fields of a profile by what they are about. Other fields follow in a group of their own. */
const GROUPS: readonly (readonly [title: string, fields: readonly string[]])[] = [
  [
    'Person',
    [
      ...['first_name', 'last_name', 'birthdate', 'anniversary_date', 'gender'],
      ...['preferred_language', 'instagram_handle', 'twitter_handle'],
    ],
  ],
  [
    'Contact',
    [
      ...['email_address', 'email_subscription_status', 'phone_number', 'address_line1'],
      ...['address_line2', 'city', 'state', 'postal_code', 'country', 'address'],
      ...['unique_email', 'unique_phone'],
    ],
  ],
  [
    'Program',
    [
      ...['member_id', 'service_id', 'id', 'status', 'member_status', 'tags', 'member_tags'],
      ...['enrolled_at', 'enrollment_date', 'modified_at', 'last_modified_date', 'deleted_at'],
      ...['referral_code', 'tier_period_start', 'tier_period_end', 'qualified_points'],
      'last_period_points',
    ],
  ],
  [
    'Balance and purchases',
    [
      ...['available_points', 'pending_points', 'points_earned', 'points_redeemed'],
      ...['points_expired', 'points_deducted', 'expiration_schedule', 'purchases', 'revenue'],
      ...['redemptions', 'activities_done', 'first_purchase_date', 'last_purchase_date'],
    ],
  ],
];

const DATE_FIELD = /(date|_at|_start|_end)$/;

/** A profile without its empty values and without its custom attributes. */
export function profileGroups(profile: Entry): ProfileGroup[] {
  const known = new Set(GROUPS.flatMap(([, fields]) => fields));
  const others = Object.keys(profile).filter((name) => !known.has(name));
  return [...GROUPS, ['Other', others] as const]
    .map(([title, fields]) => ({
      title,
      items: fields
        .filter((name) => name !== 'custom_attributes')
        .map((name) => ({
          term: LABELS[name] ?? attributeLabel(name),
          value: formatField(name, profile[name]),
        }))
        .filter(({ value }) => value !== ''),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The custom attributes of a profile, which another vendor's service has as JSON text. */
export function attributesIn({
  custom_attributes: value,
}: Entry): [name: string, value: unknown][] {
  const attributes = typeof value === 'string' ? parseJson(value) : value;
  return typeof attributes === 'object' && attributes !== null ? Object.entries(attributes) : [];
}

/** Empty for a value that isn't set. All dates have the same form. */
function formatField(name: string, value: unknown): string {
  if (name === 'expiration_schedule') return formatSchedule(value);
  if (typeof value !== 'string')
    return formatLoyaltyValue(name, value) ?? formatAttributeValue(value);
  if (name === 'status' || name === 'member_status') return formatMemberStatus(value);
  const moment = DATE_FIELD.test(name) ? formatMoment(value) : undefined;
  return moment ?? formatLoyaltyValue(name, value) ?? value;
}

/** "Jan 16, 2026, 3:05 PM GMT" for a moment, "Jan 16, 2026" for a day; undefined for other texts. */
export function formatMoment(value: string): string | undefined {
  const date = parseDate(value);
  if (!date) return undefined;
  return date.kind === 'instant' ? formatDateTime(new Date(date.iso)) : formatLoyaltyDate(value);
}

function formatSchedule(value: unknown): string {
  if (!Array.isArray(value)) return formatAttributeValue(value);
  return value
    .map(({ expiration_date: date, points }) =>
      [formatLoyaltyValue('points', points), formatLoyaltyDate(String(date))].join(' on '),
    )
    .join(', ');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
