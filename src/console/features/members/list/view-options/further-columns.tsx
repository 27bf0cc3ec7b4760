import { exportColumnLabel } from '#console/features/members/list/bulk/export-columns.ts';
import { capitalize } from '#console/lib/format/capitalize.ts';
import { formatAttributeValue } from '#console/lib/format/format-attribute.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { type Column, NO_VALUE } from '#console/ui/table/data-table-column.ts';
import { ATTRIBUTE_FIELD_PREFIX } from '#contract/gateway/filters/directory-filters.ts';
import type { ExportColumn } from '#contract/gateway/member-csv.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/** Fields that the list shows without a choice. */
type UsualField =
  | 'member_id'
  | 'first_name'
  | 'last_name'
  | 'email_address'
  | 'member_status'
  | 'member_tags'
  | 'tier_info.loyalty_tier_name'
  | 'available_points'
  | 'enrollment_date'
  | 'last_modified_date';

/** Columns that are hidden by default, by their name in exports. */
const FURTHER_COLUMNS = {
  phone_number: 'text',
  birthdate: 'date',
  anniversary_date: 'date',
  gender: 'word',
  preferred_language: 'text',
  'address.line1': 'text',
  'address.line2': 'text',
  'address.postal_code': 'text',
  'address.city': 'text',
  'address.state': 'text',
  'address.country': 'text',
  email_subscription_status: 'word',
  number_of_purchases: 'number',
  first_purchase_date: 'date',
  last_purchase_date: 'date',
  revenue: 'number',
  aov: 'number',
  number_of_redemptions: 'number',
  number_of_activities: 'number',
  pending_points: 'number',
  'next_expiration.points': 'number',
  'next_expiration.expiration_date': 'date',
  lifetime_points_earned: 'number',
  lifetime_points_redeemed: 'number',
  lifetime_points_expired: 'number',
  lifetime_points_deducted: 'number',
  referral_code: 'text',
  referral_URL: 'text',
  referrer_code: 'text',
  twitter_handle: 'text',
  instagram_handle: 'text',
  'tier_info.loyalty_tier_id': 'text',
  id: 'text',
} as const satisfies Record<Exclude<ExportColumn, UsualField>, Kind>;
type Kind = 'text' | 'word' | 'number' | 'date' | 'attribute';

const WIDTHS: Readonly<Record<Kind, string>> = {
  text: '136px',
  word: '120px',
  number: '112px',
  date: '116px',
  attribute: '136px',
};

/** @param attributes the keys of custom attributes */
export function furtherColumnIds(attributes: readonly string[]): readonly string[] {
  return [
    ...Object.keys(FURTHER_COLUMNS),
    ...attributes.map((key) => `${ATTRIBUTE_FIELD_PREFIX}${key}`),
  ];
}

/** The columns with these ids; others are left out. */
export function furtherColumns(ids: readonly string[]): Column<Member>[] {
  return ids.flatMap((id) => {
    const key = id.startsWith(ATTRIBUTE_FIELD_PREFIX)
      ? id.slice(ATTRIBUTE_FIELD_PREFIX.length)
      : undefined;
    const known = Object.hasOwn(FURTHER_COLUMNS, id)
      ? (id as keyof typeof FURTHER_COLUMNS)
      : undefined;
    if (key === undefined && known === undefined) return [];
    const kind = known ? FURTHER_COLUMNS[known] : 'attribute';
    return {
      id,
      header: known ? exportColumnLabel(known) : (key ?? ''),
      width: WIDTHS[kind],
      ...(kind === 'number' && { align: 'end' as const }),
      cell: (member) => formatCell(kind, readValue(member, id, key)),
    };
  });
}

/**
 * @param id such as "address.city"
 * @param key of a custom attribute
 */
function readValue(member: Member, id: string, key: string | undefined): unknown {
  const attributes: Readonly<Record<string, unknown>> = member.custom_attributes ?? {};
  if (key !== undefined) return Object.hasOwn(attributes, key) ? attributes[key] : undefined;
  return id
    .split('.')
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      member,
    );
}

/** Other vendors' services may send values of another type: they are shown as text. */
function formatCell(kind: Kind, value: unknown) {
  if (typeof value === 'number') return formatNumber(value);
  if (kind === 'date' && typeof value === 'string') return <LoyaltyDate value={value} />;
  if (kind === 'word' && typeof value === 'string') return capitalize(value);
  return formatAttributeValue(value) || NO_VALUE;
}
