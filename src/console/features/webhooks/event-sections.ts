import { attributeLabel } from '#console/lib/readable-attribute.ts';

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

/** Values that come before all others of their section. */
const FIRST_NAMES = [
  'campaign_name',
  'loyalty_tier_name',
  'qualified_points',
  'member_id',
  'first_name',
  'last_name',
  'email_address',
  'phone_number',
  'member_status',
];

function placeOf(item: string, order: readonly string[]): number {
  const place = order.indexOf(item);
  return place === -1 ? order.length : place;
}

function sectionsOf(title: string, object: Record<string, unknown>): EventSection[] {
  const entries = Object.entries(object).filter(([, value]) => !isBlank(value));
  const own = entries
    .filter(([, value]) => !isObject(value))
    .sort(([left], [right]) => placeOf(left, FIRST_NAMES) - placeOf(right, FIRST_NAMES));
  const parts = entries.flatMap(([name, value]) =>
    isObject(value) ? sectionsOf(TITLES[name] ?? attributeLabel(name), value) : [],
  );
  return own.length > 0 ? [{ title, attributes: Object.fromEntries(own) }, ...parts] : parts;
}

const TITLES: Readonly<Record<string, string>> = {
  member_info: 'Member at that time',
  campaign_info: 'Campaign',
  promotion_info: 'Promotion',
  tier_info: 'Tier',
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBlank(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
