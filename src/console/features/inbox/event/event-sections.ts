import { attributeLabel } from '#console/lib/format/format-attribute.ts';

export interface EventSection {
  readonly title: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * Splits the data of an event of any type into sections: one for each object in it, with the object's
 * plain values, the most relevant first. Empty values are omitted; the raw JSON has them.
 */
export function eventSections(data: unknown): EventSection[] {
  if (!isObject(data)) return [];
  return sectionsOf('Data', data).sort(
    (left, right) => orderIndex(left.title, FIRST_TITLES) - orderIndex(right.title, FIRST_TITLES),
  );
}

/** Sections that come before all others. */
const FIRST_TITLES = ['Campaign', 'Tier', 'Member at the time'];

/** The order of values within a section (loyalty.md, Events). Others follow in their original order. */
const ORDER = [
  ...['campaign_name', 'campaign_ID', 'event_name', 'event_ID', 'delay_in_days'],
  ...['loyalty_tier_name', 'qualified_points', 'tier_qualification_units'],
  ...['current_period_start', 'current_period_end', 'loyalty_tier_id'],
  ...['member_id', 'first_name', 'last_name', 'email_address', 'phone_number', 'member_status'],
  ...['birthdate', 'anniversary_date', 'preferred_language', 'member_tags'],
  ...['instagram_handle', 'twitter_handle'],
  ...['enrollment_date', 'last_modified_date', 'first_purchase_date', 'last_purchase_date'],
  ...['available_points', 'points_onhold', 'lifetime_points_earned', 'lifetime_points_redeemed'],
  ...['lifetime_points_expired', 'lifetime_points_deducted'],
  ...['number_of_purchases', 'revenue', 'aov', 'number_of_redemptions'],
  ...['referral_code', 'referral_URL', 'id'],
  ...['line1', 'line2', 'city', 'state', 'postal_code', 'country'],
];

function orderIndex(item: string, order: readonly string[]): number {
  const index = order.indexOf(item);
  return index === -1 ? order.length : index;
}

function sectionsOf(title: string, object: Record<string, unknown>): EventSection[] {
  const entries = Object.entries(object).filter(([, value]) => !isEmpty(value));
  const values = entries
    .filter(([name, value]) => !isObject(value) && !isDuplicate(name, object))
    .sort(([left], [right]) => orderIndex(left, ORDER) - orderIndex(right, ORDER));
  const nested = entries.flatMap(([name, value]) =>
    isObject(value) ? sectionsOf(TITLES[name] ?? attributeLabel(name), value) : [],
  );
  return values.length > 0
    ? [{ title, attributes: Object.fromEntries(values) }, ...nested]
    : nested;
}

/** The specification repeats the qualified points under a misspelled name. */
function isDuplicate(name: string, object: Record<string, unknown>): boolean {
  return name === 'qualifid_points' && object[name] === object.qualified_points;
}

const TITLES: Readonly<Record<string, string>> = {
  member_info: 'Member at the time',
  campaign_info: 'Campaign',
  promotion_info: 'Promotion',
  tier_info: 'Tier',
  custom_attributes: 'Custom attributes',
};

/** Labels for names that `attributeLabel` doesn't make readable. */
const LABELS: Readonly<Record<string, string>> = {
  aov: 'Average order',
  // Not those of the webhook event.
  event_name: 'Campaign event',
  event_ID: 'Campaign event ID',
  // The specification's second, misspelled name.
  qualifid_points: 'Qualified points (second value)',
  points_onhold: 'Points on hold',
  line1: 'Line 1',
  line2: 'Line 2',
  loyalty_tier_id: 'Tier ID',
  loyalty_tier_name: 'Name',
  current_period_start: 'Period start',
  current_period_end: 'Period end',
};

/** Whether a section holds the operator's custom attributes, which are shown unchanged. */
export function isCustom({ title }: EventSection): boolean {
  return title === TITLES.custom_attributes;
}

export function valueLabel(name: string, section: EventSection): string {
  return isCustom(section) ? name : (LABELS[name] ?? attributeLabel(name));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
