import { attributeLabel } from '#console/lib/format-attribute.ts';

/** A part of what an event says. */
export interface EventSection {
  readonly title: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * What an event says, whatever its type: each object in its data with the plain values in it, what
 * people look for first. Values that say nothing are left out; the raw JSON has them.
 */
export function eventSections(data: unknown): EventSection[] {
  if (!isObject(data)) return [];
  return sectionsOf('Data', data).sort(
    (left, right) => placeOf(left.title, FIRST_TITLES) - placeOf(right.title, FIRST_TITLES),
  );
}

/** Sections that come before all others. */
const FIRST_TITLES = ['Campaign', 'Tier', 'Member at that time'];

/** The order of the values within their section (loyalty.md, Events); others follow as they came. */
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

function placeOf(item: string, order: readonly string[]): number {
  const place = order.indexOf(item);
  return place === -1 ? order.length : place;
}

function sectionsOf(title: string, object: Record<string, unknown>): EventSection[] {
  const entries = Object.entries(object).filter(([, value]) => !isBlank(value));
  const own = entries
    .filter(([name, value]) => !isObject(value) && !isRepeated(name, object))
    .sort(([left], [right]) => placeOf(left, ORDER) - placeOf(right, ORDER));
  const parts = entries.flatMap(([name, value]) =>
    isObject(value) ? sectionsOf(TITLES[name] ?? attributeLabel(name), value) : [],
  );
  return own.length > 0 ? [{ title, attributes: Object.fromEntries(own) }, ...parts] : parts;
}

/** The specification has the qualified points a second time, under a name with a slip. */
function isRepeated(name: string, object: Record<string, unknown>): boolean {
  return name === 'qualifid_points' && object[name] === object.qualified_points;
}

const TITLES: Readonly<Record<string, string>> = {
  member_info: 'Member at that time',
  campaign_info: 'Campaign',
  promotion_info: 'Promotion',
  tier_info: 'Tier',
  custom_attributes: 'Custom attributes',
};

/** Names that the general way would not make readable. */
const LABELS: Readonly<Record<string, string>> = {
  aov: 'Average order',
  points_onhold: 'Points on hold',
  line1: 'Line 1',
  line2: 'Line 2',
  loyalty_tier_id: 'Tier ID',
  loyalty_tier_name: 'Name',
  current_period_start: 'Period start',
  current_period_end: 'Period end',
};

/** Whether a section holds what the operator has defined: its names and values stand as they came. */
export function isCustom({ title }: EventSection): boolean {
  return title === TITLES.custom_attributes;
}

/** The name of a value in words. */
export function valueLabel(name: string, section: EventSection): string {
  return isCustom(section) ? name : (LABELS[name] ?? attributeLabel(name));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBlank(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
