import { ATTRIBUTE_PREFIX } from '#contract/gateway/member-csv.ts';
import { parseDate } from '#contract/loyalty/dates.ts';
import { MEMBER_TEXT_FIELDS, type Member } from '#contract/loyalty/members/member.ts';
import { normalizePhone } from '#contract/loyalty/members/phone.ts';
import { normalizeTypedDate } from '#contract/loyalty/members/typed-date.ts';
import type { findNextExpiration } from '#services/gateway/directory/owed/next-expiration.ts';
import { formatAttribute, joinTags, parseAttribute, splitTags } from './csv-cells.ts';

/** A member, in an export with the first points that expire. */
export type ExportedMember = Member & { next_expiration?: ReturnType<typeof findNextExpiration> };

interface Column {
  name: string;
  read: (member: ExportedMember) => string;
  /** For other tools; by default like `read`. */
  readPlain?: (member: ExportedMember) => string;
  /** The field of a create or update; undefined for what can't be imported. */
  write?: (cell: string) => Record<string, unknown>;
  /** The field of an update, if it has another name. */
  writeUpdate?: (cell: string) => Record<string, unknown>;
}

const cell = (value: unknown): string => (value == null ? '' : String(value));

/** A field of the API with the same name. */
const field = (name: keyof Member & string, isWritable = false): Column => ({
  name,
  read: (member) => cell(member[name]),
  ...(isWritable ? { write: (text: string) => ({ [name]: text }) } : {}),
});

const addressField = (name: string): Column => ({
  name: `address.${name}`,
  read: (member) => cell(member.address?.[name]),
  write: (text) => ({ address: { [name]: text } }),
});

/** An ISO date; any other text unchanged. 1904 means that the year is unknown. */
const isoDate = (text: string): string => parseDate(text)?.iso ?? text;

/** A date or time that only the service sets. */
const dateField = (name: keyof Member & string): Column => ({
  ...field(name),
  readPlain: (member) => isoDate(cell(member[name])),
});

/** A day. The API can send it as a time in UTC, and spreadsheets write it without leading zeros. */
const dayField = (name: 'birthdate' | 'anniversary_date'): Column => ({
  name,
  read: (member) => normalizeTypedDate(cell(member[name])),
  readPlain: (member) => isoDate(normalizeTypedDate(cell(member[name]))),
  write: (text) => ({ [name]: normalizeTypedDate(text) }),
});

/** Services other than ours may take a phone number in the contract's format only. */
const phoneField: Column = {
  ...field('phone_number'),
  // E.164, which has no hyphen.
  readPlain: (member) => normalizePhone(cell(member.phone_number)).replace(/^(\+\d+)-/, '$1'),
  write: (text) => ({ phone_number: normalizePhone(text) }),
};

/** Columns of days, whose cells people write in the order of their country. */
export const DAY_COLUMNS: readonly string[] = ['birthdate', 'anniversary_date'];

/** The columns of a file, in the order of an export; custom attributes follow. */
const COLUMNS: readonly Column[] = [
  field('member_id'),
  field('id'),
  ...MEMBER_TEXT_FIELDS.map((name) =>
    name === 'birthdate' || name === 'anniversary_date'
      ? dayField(name)
      : name === 'phone_number'
        ? phoneField
        : field(name, true),
  ),
  field('gender'),
  ...['line1', 'line2', 'city', 'state', 'country', 'postal_code'].map(addressField),
  field('member_status', true),
  field('email_subscription_status', true),
  {
    name: 'member_tags',
    read: (member) => joinTags(member.member_tags ?? []),
    readPlain: (member) => (member.member_tags ?? []).join('|'),
    write: (text) => ({ member_tags: splitTags(text) }),
  },
  {
    name: 'tier_info.loyalty_tier_id',
    read: (member) => cell(member.tier_info?.loyalty_tier_id),
  },
  {
    name: 'tier_info.loyalty_tier_name',
    read: (member) => cell(member.tier_info?.loyalty_tier_name),
  },
  ...(
    [
      'available_points',
      'pending_points',
      'lifetime_points_earned',
      'lifetime_points_expired',
      'lifetime_points_deducted',
      'lifetime_points_redeemed',
      'revenue',
      'aov',
      'number_of_purchases',
      'number_of_redemptions',
      'number_of_activities',
      'referral_URL',
      'referral_code',
    ] as const
  ).map((name) => field(name)),
  {
    ...field('referrer_code', true),
    writeUpdate: (text) => ({ referral_code: text }),
  },
  ...(
    ['enrollment_date', 'last_modified_date', 'first_purchase_date', 'last_purchase_date'] as const
  ).map(dateField),
  {
    name: 'next_expiration.points',
    read: ({ next_expiration: next }) => cell(next?.points),
  },
  {
    name: 'next_expiration.expiration_date',
    read: ({ next_expiration: next }) => cell(next?.expiration_date),
    readPlain: ({ next_expiration: next }) => isoDate(cell(next?.expiration_date)),
  },
];
const TIER_ID: Column = {
  name: 'current_tier_id',
  read: (member) => cell(member.tier_info?.loyalty_tier_id),
  write: (text) => ({ current_tier_id: text }),
};
/** Not fields of a member: `readAdjustment` reads them. */
const POINTS = ['points_adjustment', 'points_reason'].map(
  (name): Column => ({ name, read: () => '', write: () => ({}) }),
);
const BY_NAME = new Map([...COLUMNS, TIER_ID, ...POINTS].map((column) => [column.name, column]));

export const COLUMN_NAMES: readonly string[] = COLUMNS.map(({ name }) => name);

/** @returns undefined for an unknown column */
export function findColumn(name: string): Column | undefined {
  if (!name.startsWith(ATTRIBUTE_PREFIX)) return BY_NAME.get(name);
  const key = name.slice(ATTRIBUTE_PREFIX.length);
  if (key === '') return undefined;
  return {
    name,
    read: (member) => {
      const attributes = member.custom_attributes ?? {};
      return Object.hasOwn(attributes, key) ? formatAttribute(attributes[key]) : '';
    },
    readPlain: ({ custom_attributes: attributes }) => {
      const value = Object.hasOwn(attributes ?? {}, key) ? attributes?.[key] : undefined;
      return Array.isArray(value) ? value.map(cell).join('|') : cell(value);
    },
    write: (text) => ({ custom_attributes: { [key]: parseAttribute(text) } }),
  };
}
