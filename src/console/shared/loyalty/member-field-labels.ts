import type { ImportColumn } from '#contract/gateway/member-csv.ts';

/** The labels of the fields that can be set, by their names in requests. */
export const MEMBER_FIELD_LABELS = {
  member_id: 'Member ID',
  member_status: 'Status',
  first_name: 'First name',
  last_name: 'Last name',
  email_address: 'Email',
  email_subscription_status: 'Email marketing',
  phone_number: 'Phone',
  birthdate: 'Birthday',
  anniversary_date: 'Anniversary',
  preferred_language: 'Language',
  member_tags: 'Tags',
  current_tier_id: 'Tier',
  'address.line1': 'Address line 1',
  'address.line2': 'Address line 2',
  'address.city': 'City',
  'address.state': 'State',
  'address.postal_code': 'Postal code',
  'address.country': 'Country',
  instagram_handle: 'Instagram',
  twitter_handle: 'Twitter',
  referrer_code: "Referrer's code",
} as const satisfies Record<
  Exclude<ImportColumn, 'points_adjustment' | 'points_reason' | 'address' | 'email_opt_out'>,
  string
>;

export type MemberFieldName = keyof typeof MEMBER_FIELD_LABELS;
