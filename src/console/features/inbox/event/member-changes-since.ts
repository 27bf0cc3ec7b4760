import { parseDate } from '#contract/loyalty/dates.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { EventSection } from './event-sections.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the member has now, for each section of an event that is about the member. */
const CURRENT_VALUES: Readonly<Record<string, (member: Member) => Values | null | undefined>> = {
  'Member at the time': (member) => member,
  Tier: (member) => member.tier_info,
  Address: (member) => member.address,
  'Custom attributes': (member) => member.custom_attributes,
};

/** Whether the section is about the event's member. */
export function isAboutMember({ title }: EventSection): boolean {
  return Object.hasOwn(CURRENT_VALUES, title);
}

/** A value of an event that the member no longer has. */
export interface ChangedValue {
  readonly name: string;
  readonly before: unknown;
  readonly now: unknown;
}

/** The values of a section that differ from the member's current ones. */
export function changesSince(section: EventSection, member: Member): ChangedValue[] {
  const current = CURRENT_VALUES[section.title]?.(member) ?? {};
  return Object.entries(section.attributes)
    .map(([name, before]) => ({ name, before, now: current[name] }))
    .filter(
      ({ name, before, now }) =>
        // Any change of the member changes it.
        name !== 'last_modified_date' && now !== undefined && !isSame(name, before, now),
    );
}

/** Events and the member API write the same value in different ways (loyalty.md, Events). */
function isSame(name: string, before: unknown, now: unknown): boolean {
  // Whole in events.
  if (name === 'revenue') return Math.round(Number(before)) === Math.round(Number(now));
  if (Array.isArray(before) || Array.isArray(now)) {
    return listItems(before).join('\n') === listItems(now).join('\n');
  }
  return comparable(before) === comparable(now);
}

/** The items of a list, which may also be text with commas, in a fixed order. */
function listItems(value: unknown): string[] {
  const items = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return items.map((item) => String(item).trim()).sort();
}

/** A date to the second, or else the text. */
function comparable(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return parseDate(text)?.iso.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length) ?? text;
}
