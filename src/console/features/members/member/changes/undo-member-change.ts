import { ADDRESS_LINES } from '#console/features/members/form/member-form-values.ts';
import { fieldLabel, valueLabel } from '#console/shared/audit/audit-labels.ts';
import type { UndoConflict, UndoPlan } from '#console/shared/audit/undo.ts';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { formatMonthDayYear, parseDate } from '#contract/loyalty/dates.ts';
import { MEMBER_TEXT_FIELDS, type Member } from '#contract/loyalty/members/member.ts';
import type { UpdateMemberInput } from '#contract/loyalty/members/member-input.ts';

type Change = AuditEvent['changes'][number];

const FIELDS = [...MEMBER_TEXT_FIELDS, 'member_status', 'email_subscription_status'] as const;
const DATES: readonly string[] = ['birthdate', 'anniversary_date'];
const TAGS = 'member_tags';
const ATTRIBUTE_PREFIX = 'custom_attributes.';

/** The audit log's name of a line of the address. */
const addressField = (line: (typeof ADDRESS_LINES)[number]) =>
  line.startsWith('line') ? `address_${line}` : line;

/** What undoing an event would set back; undefined if nothing of it can be. */
export function planUndo({ action, changes }: AuditEvent): UndoPlan | undefined {
  if (action !== 'member.update') return undefined;
  const undoable = changes.filter(isUndoable);
  if (undoable.length === 0) return undefined;
  return {
    steps: undoable.map(({ field, before, after }) => ({
      label: fieldLabel(field),
      from: valueLabel(after, field),
      to: valueLabel(before, field),
    })),
    kept: changes.filter((change) => !isUndoable(change)).map(({ field }) => fieldLabel(field)),
  };
}

/**
 * Whether the API can set a field back. It can't remove a custom attribute or a referrer, and a tier
 * would start a new period. Without `before` nobody knows the value.
 */
function isUndoable({ field, before }: Change): boolean {
  if (before === undefined) return false;
  if (field.startsWith(ATTRIBUTE_PREFIX)) return before !== null;
  const fields: readonly string[] = [...FIELDS, ...ADDRESS_LINES.map(addressField), TAGS];
  return fields.includes(field);
}

/** The values that are no longer as the event left them. */
export function findUndoConflicts({ changes }: AuditEvent, member: Member): UndoConflict[] {
  return changes.filter(isUndoable).flatMap(({ field, before, after }) => {
    const current = currentValue(field, member);
    const isCurrent =
      field === TAGS
        ? tagsStillChanged(textsOf(before), textsOf(after), textsOf(current))
        : normalize(field, current) === normalize(field, after);
    return isCurrent ? [] : [{ label: fieldLabel(field), current: valueLabel(current, field) }];
  });
}

/** The update that sets the values back. Tags and address keep what else changed since. */
export function undoBody({ changes }: AuditEvent, member: Member): UpdateMemberInput {
  const undoable = changes.filter(isUndoable);
  const before = new Map(undoable.map((change) => [change.field, change.before]));
  const tags = undoable.find(({ field }) => field === TAGS);
  const lines = ADDRESS_LINES.filter((line) => before.has(addressField(line)));
  const attributes = undoable.filter(({ field }) => field.startsWith(ATTRIBUTE_PREFIX));
  const fields = FIELDS.filter((field) => before.has(field));
  return {
    ...Object.fromEntries(fields.map((field) => [field, toInput(field, before.get(field))])),
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
  if (field.startsWith(ATTRIBUTE_PREFIX)) {
    return member.custom_attributes?.[field.slice(ATTRIBUTE_PREFIX.length)];
  }
  const line = ADDRESS_LINES.find((each) => addressField(each) === field);
  return line === undefined ? member[field] : member.address?.[line];
}

/** Equal for equal values: empty values are all the same, and dates in all formats. */
function normalize(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  return DATES.includes(field) ? toInputDate(value) : JSON.stringify(value);
}

/** A value as an update accepts it. */
function toInput(field: string, value: unknown): string {
  return DATES.includes(field) ? toInputDate(value) : String(value ?? '');
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
