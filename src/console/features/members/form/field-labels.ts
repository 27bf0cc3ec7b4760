/** The form's labels of the API's fields. */
export const FIELD_LABELS = {
  member_id: 'Member ID',
  member_status: 'Status',
  first_name: 'First name',
  last_name: 'Last name',
  email_address: 'Email',
  // Without the word "email", so that screen reader users don't confuse it with the address.
  email_subscription_status: 'Marketing',
  phone_number: 'Phone',
  birthdate: 'Birthday',
  anniversary_date: 'Anniversary',
  preferred_language: 'Language',
  member_tags: 'Tags',
  current_tier_id: 'Tier',
  'address.line1': 'Line 1',
  'address.line2': 'Line 2',
  'address.city': 'City',
  'address.state': 'State',
  'address.postal_code': 'Postal code',
  'address.country': 'Country',
  instagram_handle: 'Instagram',
  twitter_handle: 'Twitter',
  referrer_code: "Referrer's code",
} as const;

export type MemberFieldName = keyof typeof FIELD_LABELS;
