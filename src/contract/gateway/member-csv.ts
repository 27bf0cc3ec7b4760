import { MEMBER_TEXT_FIELDS } from '#contract/loyalty/members/member.ts';
import { CSV_DELIMITERS, type CsvDelimiter } from './jobs.ts';

/** The columns that an export has and an import takes (decisions.md, 46). */
export const SHARED_COLUMNS = [
  'member_id',
  ...MEMBER_TEXT_FIELDS,
  'address.line1',
  'address.line2',
  'address.city',
  'address.state',
  'address.country',
  'address.postal_code',
  'member_status',
  'email_subscription_status',
  'member_tags',
  'referrer_code',
] as const;

/**
 * The columns that can be imported. Custom attributes have their name after `ATTRIBUTE_PREFIX`. An export has the
 * tier under other names, so that importing it again doesn't move members back. Points are not set, but added or taken away.
 */
export const IMPORT_COLUMNS = [
  ...SHARED_COLUMNS,
  'current_tier_id',
  'points_adjustment',
  'points_reason',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** The columns of an export, besides custom attributes. */
export const EXPORT_COLUMNS = [
  ...SHARED_COLUMNS,
  'id',
  'gender',
  'tier_info.loyalty_tier_id',
  'tier_info.loyalty_tier_name',
  'available_points',
  'pending_points',
  'next_expiration.points',
  'next_expiration.expiration_date',
  'lifetime_points_earned',
  'lifetime_points_expired',
  'lifetime_points_deducted',
  'lifetime_points_redeemed',
  'revenue',
  'aov',
  'number_of_purchases',
  'number_of_redemptions',
  'number_of_activities',
  'first_purchase_date',
  'last_purchase_date',
  'referral_URL',
  'referral_code',
  'enrollment_date',
  'last_modified_date',
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

export const ATTRIBUTE_PREFIX = 'custom_attributes.';

/** Why a column of a file is not imported. */
export function ignoredReason(name: string): string {
  if (name === '') return 'The column has no name.';
  if (name === 'enrollment_date') {
    return 'The loyalty service sets this date when it adds the member.';
  }
  if (name.startsWith('tier_info.')) return 'Tiers are imported as current_tier_id.';
  if (name === 'available_points') {
    return "Balances can't be imported. Use points_adjustment and points_reason to add or deduct points.";
  }
  return EXPORT_COLUMNS.some((column) => column === name)
    ? 'Only the loyalty service sets this field.'
    : `Not a field of a member. A custom attribute is called ${ATTRIBUTE_PREFIX} and its name.`;
}

/** A line for Excel at the beginning of a file that names what separates the cells. */
export const EXCEL_LINE = /^\ufeff?"?sep=(?<delimiter>.)"?(?:\r\n|\n|\r)/i;

/** What the first line of a file has most of outside of quotation marks. */
export function guessDelimiter(text: string): CsvDelimiter {
  const [header = ''] = text
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]+/)
    .filter(Boolean);
  const count = (name: CsvDelimiter) => header.split(CSV_DELIMITERS[name]).length;
  const names = Object.keys(CSV_DELIMITERS) as CsvDelimiter[];
  return names.toSorted((one, other) => count(other) - count(one))[0] ?? 'comma';
}
