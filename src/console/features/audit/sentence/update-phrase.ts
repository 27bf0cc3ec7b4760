import { formatCount } from '#console/lib/format/format-number.ts';
import { fieldLabel, namedChanges } from '#console/shared/audit/audit-labels.ts';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { eventValueLabel } from './audit-event-labels.ts';

type Change = AuditEvent['changes'][number];

/** Changed fields that are listed; of more only the number. */
const MAX_FIELDS = 3;
const VALUE_MAX_LENGTH = 40;

/** The words before and after the name of the item. */
export type Phrase = readonly [before: string, after: string];

/** What an update changed: "changed the status of", "from Active to Blocked". */
export function updatePhrase(event: AuditEvent): Phrase {
  const changes = namedChanges(event);
  const [change, ...others] = changes;
  if (!change) return ['changed ', ''];
  if (others.length === 0) return tagsPhrase(change) ?? fieldPhrase(change, event);
  return [`changed the ${listFields(changes)} of `, ''];
}

/** The change that an undo took back: "undid the change of the status of", "from Active to Blocked". */
export function undoPhrase(event: AuditEvent): Phrase {
  const changes = namedChanges(event);
  const [change, ...others] = changes;
  const before = `undid the change of the ${listFields(changes)} of `;
  if (!change || others.length > 0 || isEmpty(change.before) || isEmpty(change.after)) {
    return [before, ''];
  }
  const value = (of: unknown) => shorten(eventValueLabel(event.action, of, change.field));
  return [before, ` from ${value(change.after)} to ${value(change.before)}`];
}

function listFields(changes: readonly Change[]): string {
  const labels = changes.map(({ field }) => labelInSentence(field));
  const rest = labels.length - MAX_FIELDS;
  const listed =
    rest > 0 ? [...labels.slice(0, MAX_FIELDS), formatCount(rest, 'other field')] : labels;
  return new Intl.ListFormat('en').format(listed);
}

function fieldPhrase({ field, before, after }: Change, { action }: AuditEvent): Phrase {
  const label = labelInSentence(field);
  const value = (of: unknown) => shorten(eventValueLabel(action, of, field));
  if (isEmpty(after)) {
    return isEmpty(before)
      ? [`changed the ${label} of `, '']
      : [`removed the ${label} of `, ` (${value(before)})`];
  }
  if (isEmpty(before)) return [`set the ${label} of `, ` to ${value(after)}`];
  return [`changed the ${label} of `, ` from ${value(before)} to ${value(after)}`];
}

/** Undefined if tags were both added and removed, or another field changed. */
function tagsPhrase({ field, before, after }: Change): Phrase | undefined {
  if (field !== 'member_tags' || !Array.isArray(before) || !Array.isArray(after)) return undefined;
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  if (added.length > 0 && removed.length > 0) return undefined;
  const tags = added.length > 0 ? added : removed;
  const label = tags.length === 1 ? 'tag' : 'tags';
  const names = shorten(tags.map((tag) => `“${String(tag)}”`).join(', '));
  return added.length > 0
    ? [`added the ${label} ${names} to `, '']
    : [`removed the ${label} ${names} from `, ''];
}

function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The label in lowercase, except for names that users chose, such as those of custom attributes. */
function labelInSentence(field: string): string {
  const label = fieldLabel(field);
  return field.includes('.') ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

function shorten(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= VALUE_MAX_LENGTH) return text;
  return `${characters.slice(0, VALUE_MAX_LENGTH - 1).join('')}…`;
}
