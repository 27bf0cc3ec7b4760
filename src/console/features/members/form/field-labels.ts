import {
  MEMBER_FIELD_LABELS,
  type MemberFieldName,
} from '#console/shared/loyalty/member-field-labels.ts';

export const FIELD_LABELS: Readonly<Record<MemberFieldName, string>> = {
  ...MEMBER_FIELD_LABELS,
  // Without the word "email", so that screen reader users don't confuse it with the address.
  email_subscription_status: 'Marketing',
  // They are under the heading "Address".
  'address.line1': 'Line 1',
  'address.line2': 'Line 2',
};
