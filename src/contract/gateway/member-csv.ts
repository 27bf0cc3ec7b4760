import {
  type addressSchema,
  MEMBER_TEXTS,
  type memberSchema,
} from '#contract/loyalty/members/member.ts';
import { CSV_DELIMITERS, type CsvDelimiter } from './jobs.ts';

/** The kind of value in a column. Computed columns are set by the service and never imported. */
export type CellKind = 'key' | 'text' | 'phone' | 'day' | 'tags' | 'computed' | 'computed time';
type ComputedKind = 'computed' | 'computed time';

/** Fields without a column of their own: their parts have one (`address.city`), or files have another form of them. */
type OtherField =
  | 'address'
  | 'tier_info'
  | 'custom_attributes'
  | 'points_expiration_schedule'
  | 'deleted_date'
  | 'referrer_ID'
  | 'referrer_name';

/**
 * The columns of a file, in the order of an export; custom attributes follow (decisions.md, 46). A new field of a
 * member is a column as well, or an `OtherField`.
 */
export const CSV_COLUMNS = {
  member_id: 'key',
  id: 'computed',
  ...MEMBER_TEXTS,
  gender: 'computed',
  'address.line1': 'text',
  'address.line2': 'text',
  'address.city': 'text',
  'address.state': 'text',
  'address.country': 'text',
  'address.postal_code': 'text',
  member_status: 'text',
  email_subscription_status: 'text',
  member_tags: 'tags',
  'tier_info.loyalty_tier_id': 'computed',
  'tier_info.loyalty_tier_name': 'computed',
  available_points: 'computed',
  pending_points: 'computed',
  lifetime_points_earned: 'computed',
  lifetime_points_expired: 'computed',
  lifetime_points_deducted: 'computed',
  lifetime_points_redeemed: 'computed',
  revenue: 'computed',
  aov: 'computed',
  number_of_purchases: 'computed',
  number_of_redemptions: 'computed',
  number_of_activities: 'computed',
  referral_URL: 'computed',
  referral_code: 'computed',
  referrer_code: 'text',
  enrollment_date: 'computed time',
  last_modified_date: 'computed time',
  first_purchase_date: 'computed time',
  last_purchase_date: 'computed time',
  'next_expiration.points': 'computed',
  'next_expiration.expiration_date': 'computed time',
} as const satisfies Record<
  | Exclude<keyof typeof memberSchema.shape, OtherField>
  | `address.${keyof typeof addressSchema.shape}`
  | `tier_info.loyalty_tier_${'id' | 'name'}`
  | `next_expiration.${'points' | 'expiration_date'}`,
  CellKind
>;

/** The columns of an export, besides custom attributes. */
export type ExportColumn = keyof typeof CSV_COLUMNS;
export const EXPORT_COLUMNS = Object.keys(CSV_COLUMNS) as ExportColumn[];

/** The columns that an export has and an import takes. */
type SharedColumn = {
  [Name in ExportColumn]: (typeof CSV_COLUMNS)[Name] extends ComputedKind ? never : Name;
}[ExportColumn];
export const SHARED_COLUMNS = EXPORT_COLUMNS.filter(
  (name): name is SharedColumn => !CSV_COLUMNS[name].startsWith('computed'),
);

/**
 * The columns that can be imported. Custom attributes have their name after `ATTRIBUTE_PREFIX`. An export has the
 * tier under other names, so that importing it again doesn't move members back. Points are not set, but added or taken
 * away. `address` is all of an address in one cell, and `email_opt_out` says who does not want emails.
 */
export const IMPORT_COLUMNS = [
  ...SHARED_COLUMNS,
  'current_tier_id',
  'points_adjustment',
  'points_reason',
  'address',
  'email_opt_out',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

export const ATTRIBUTE_PREFIX = 'custom_attributes.';

/** Columns of custom attributes in an export that names no columns: those that are found first. */
export const EXPORTED_ATTRIBUTES_MAX = 300;

/** Why a column of a file is not imported. */
export function ignoredReason(name: string): string {
  if (name === '') return 'The column has no name.';
  if (name === 'enrollment_date') {
    return 'The loyalty service sets this date when it adds the member.';
  }
  if (name.startsWith('tier_info.')) return 'Tiers are imported as current_tier_id.';
  if (name === 'available_points') {
    return "Balances can't be imported. Import points to add or deduct instead.";
  }
  return EXPORT_COLUMNS.some((column) => column === name)
    ? 'Only the loyalty service sets this field.'
    : `Not a field of a member. A custom attribute is called ${ATTRIBUTE_PREFIX} and its name.`;
}

/** Added to the file of a job's rows. */
const OUTCOME_COLUMNS = ['outcome', 'reason'];

/**
 * Whether a file is an export of Patron, by its columns: all of them are ours, and one of them is a name that nobody
 * else would write. Its tags and dates are then in the form that exports have.
 */
export function isOwnExport(columns: readonly string[]): boolean {
  const isOurs = (name: string) =>
    EXPORT_COLUMNS.includes(name as ExportColumn) ||
    name.startsWith(ATTRIBUTE_PREFIX) ||
    OUTCOME_COLUMNS.includes(name);
  return columns.every(isOurs) && columns.some((name) => isComputed(name) && /[._]/.test(name));
}

const isComputed = (name: string) =>
  Object.hasOwn(CSV_COLUMNS, name) && CSV_COLUMNS[name as ExportColumn].startsWith('computed');

/** The optional first line that names the delimiter for Excel: `sep=;`. */
export const EXCEL_LINE = /^\ufeff?"?sep=(?<delimiter>.)"?(?:\r\n|\n|\r)/i;

/** The delimiter that is most frequent in the first line, outside quotation marks. */
export function guessDelimiter(text: string): CsvDelimiter {
  const [header = ''] = text
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]+/)
    .filter(Boolean);
  const count = (name: CsvDelimiter) => header.split(CSV_DELIMITERS[name]).length;
  const names = Object.keys(CSV_DELIMITERS) as CsvDelimiter[];
  return names.toSorted((one, other) => count(other) - count(one))[0] ?? 'comma';
}
