import { fieldLabel, namedChanges, valueLabel } from '#console/shared/audit/audit-labels.ts';
import type { UndoPlan } from '#console/shared/audit/undo.ts';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { formatMonthDayYear, parseDate } from '#contract/loyalty/dates.ts';
import {
  ADDRESS_LINES,
  isDayField,
  MEMBER_TEXT_FIELDS,
  type Member,
} from '#contract/loyalty/members/member.ts';
import type { UpdateMemberInput } from '#contract/loyalty/members/member-input.ts';

type Change = AuditEvent['changes'][number];

const FIELDS = [...MEMBER_TEXT_FIELDS, 'member_status', 'email_subscription_status'] as const;
const TAGS = 'member_tags';
const TIER = 'tier';
const TIER_ID = 'tier_id';
const ATTRIBUTE_PREFIX = 'custom_attributes.';

/** The audit log's name of a line of the address. */
const addressField = (line: (typeof ADDRESS_LINES)[number]) =>
  line.startsWith('line') ? `address_${line}` : line;

/** What undoing an event would set back; undefined if nothing of it can be. */
export function planUndo(event: AuditEvent): UndoPlan | undefined {
  if (event.action !== 'member.update') return undefined;
  const undoable = undoableChanges(event);
  if (undoable.length === 0) return undefined;
  const kept = namedChanges(event).filter((change) => !undoable.includes(change));
  return {
    steps: undoable.map(({ field, before, after }) => ({
      label: fieldLabel(field),
      from: valueLabel(after, field),
      to: valueLabel(before, field),
    })),
    kept: kept.map(({ field }) => fieldLabel(field)),
    ...(undoable.some(({ field }) => field === TIER) && {
      note: 'The time in the tier starts again.',
    }),
  };
}

const undoableChanges = (event: AuditEvent) =>
  namedChanges(event).filter((change) => isUndoable(change, event));

/**
 * Whether the API can set a field back. It can't remove a custom attribute, a referrer or a tier. Without
 * `before` nobody knows the value.
 */
function isUndoable({ field, before }: Change, event: AuditEvent): boolean {
  if (before === undefined) return false;
  if (field === TIER) return typeof tierIdsOf(event)?.before === 'string';
  if (field.startsWith(ATTRIBUTE_PREFIX)) return before !== null;
  const fields: readonly string[] = [...FIELDS, ...ADDRESS_LINES.map(addressField), TAGS];
  return fields.includes(field);
}

/** The tier before and after by ID, because names can repeat. */
const tierIdsOf = ({ changes }: AuditEvent) => changes.find(({ field }) => field === TIER_ID);

/** The values that are no longer as the event left them, each in a sentence. */
export function findUndoConflicts(event: AuditEvent, member: Member): string[] {
  return undoableChanges(event).flatMap((change) => {
    const { field } = change;
    const current = currentValue(field, member);
    if (isCurrent(change, event, member)) return [];
    const verb = field === TAGS ? 'are' : 'is';
    return [`${fieldLabel(field)} ${verb} now ${valueLabel(current, field)}.`];
  });
}

function isCurrent({ field, before, after }: Change, event: AuditEvent, member: Member): boolean {
  if (field === TIER) return member.tier_info?.loyalty_tier_id === tierIdsOf(event)?.after;
  const current = currentValue(field, member);
  return field === TAGS
    ? tagsStillChanged(textsOf(before), textsOf(after), textsOf(current))
    : normalize(field, current) === normalize(field, after);
}

/** The update that sets the values back. Tags and address keep what else changed since. */
export function undoBody(event: AuditEvent, member: Member): UpdateMemberInput {
  const undoable = undoableChanges(event);
  const before = new Map(undoable.map((change) => [change.field, change.before]));
  const tags = undoable.find(({ field }) => field === TAGS);
  const lines = ADDRESS_LINES.filter((line) => before.has(addressField(line)));
  const attributes = undoable.filter(({ field }) => field.startsWith(ATTRIBUTE_PREFIX));
  const fields = FIELDS.filter((field) => before.has(field));
  return {
    ...Object.fromEntries(fields.map((field) => [field, toInput(field, before.get(field))])),
    ...(before.has(TIER) && { current_tier_id: String(tierIdsOf(event)?.before) }),
    ...(tags && {
      member_tags: revertTags(textsOf(tags.before), textsOf(tags.after), member.member_tags ?? []),
    }),
    // The API replaces the address as a whole.
    ...(lines.length > 0 && {
      address: {
        ...member.address,
        ...Object.fromEntries(
          lines.map((line) => [line, String(before.get(addressField(line)) ?? '')]),
        ),
      },
    }),
    ...(attributes.length > 0 && {
      custom_attributes: JSON.stringify(
        Object.fromEntries(
          attributes.map(({ field, before: value }) => [
            field.slice(ATTRIBUTE_PREFIX.length),
            value,
          ]),
        ),
      ),
    }),
  };
}

function currentValue(field: string, member: Member): unknown {
  if (field === TIER) return member.tier_info?.loyalty_tier_name;
  if (field.startsWith(ATTRIBUTE_PREFIX)) {
    return member.custom_attributes?.[field.slice(ATTRIBUTE_PREFIX.length)];
  }
  const line = ADDRESS_LINES.find((each) => addressField(each) === field);
  return line === undefined ? member[field] : member.address?.[line];
}

/** Equal for equal values: empty values are all the same, and dates in all formats. */
function normalize(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  return isDayField(field) ? toInputDate(value) : JSON.stringify(value);
}

/** A value as an update accepts it. */
function toInput(field: string, value: unknown): string {
  return isDayField(field) ? toInputDate(value) : String(value ?? '');
}

function toInputDate(value: unknown): string {
  const date = typeof value === 'string' ? parseDate(value) : null;
  return date ? formatMonthDayYear(date.iso.slice(0, 10)) : String(value ?? '');
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Whether the added tags are still there, and the removed ones still gone. */
function tagsStillChanged(before: string[], after: string[], current: string[]): boolean {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  return (
    added.every((tag) => current.includes(tag)) && !removed.some((tag) => current.includes(tag))
  );
}

function revertTags(before: string[], after: string[], current: readonly string[]): string[] {
  const kept = current.filter((tag) => before.includes(tag) || !after.includes(tag));
  return [...kept, ...before.filter((tag) => !after.includes(tag) && !kept.includes(tag))];
}
