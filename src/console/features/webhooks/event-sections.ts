import { attributeLabel } from '#console/lib/readable-attribute.ts';

/** A part of what an event says. */
export interface EventSection {
  readonly title: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * What an event says, whatever its type: each object in its data with the plain values in it, one
 * within another after it. Values that say nothing are left out; the raw JSON has them.
 */
export function eventSections(data: unknown): EventSection[] {
  return isObject(data) ? sectionsOf('Data', data) : [];
}

function sectionsOf(title: string, object: Record<string, unknown>): EventSection[] {
  const entries = Object.entries(object).filter(([, value]) => !isBlank(value));
  const own = entries.filter(([, value]) => !isObject(value));
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
