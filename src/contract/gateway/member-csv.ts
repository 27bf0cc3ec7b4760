import { MEMBER_TEXT_FIELDS } from '#contract/loyalty/members/member.ts';

/**
 * The columns of a file of members that can be imported (decisions.md, 46). Custom attributes have their
 * name after `ATTRIBUTE_PREFIX`.
 */
export const IMPORT_COLUMNS = [
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
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

export const ATTRIBUTE_PREFIX = 'custom_attributes.';
