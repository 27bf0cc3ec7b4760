import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { FIELD_LABELS } from './field-labels.ts';
import { ADDRESS_LINES, type MemberFormValues, TEXT_FIELDS } from './member-form-values.ts';

/** A field that both the user and someone else changed, to different values. */
export interface Conflict {
  /** The form's label of the field. */
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

interface Versions {
  /** What the form holds. */
  readonly values: MemberFormValues;
  /** The member when the form was opened. */
  readonly initial: MemberFormValues;
  /** What the user has seen: the initial values, or those of the last conflict shown. */
  readonly known: MemberFormValues;
  readonly current: MemberFormValues;
}

/** Finds changes by someone else that saving would overwrite. Tags are merged, never in conflict. */
export function findConflicts(versions: Versions): Conflict[] {
  const values = flatten(versions.values);
  const initial = flatten(versions.initial);
  const known = flatten(versions.known);
  const current = flatten(versions.current);
  return Object.entries(values).flatMap(([label, mine]) => {
    const theirs = current[label] ?? '';
    const isChanged = mine !== initial[label] && mine !== theirs;
    return isChanged && theirs !== (known[label] ?? '') ? [{ label, mine, theirs }] : [];
  });
}

/** The warning before they are overwritten. */
export function conflictError(conflicts: readonly Conflict[]): UserFacingError {
  const quote = (value: string) => (value === '' ? 'empty' : `“${value}”`);
  const differences = conflicts.map(
    ({ label, mine, theirs }) => `${label}: yours ${quote(mine)}, theirs ${quote(theirs)}.`,
  );
  return {
    title: 'Someone else updated this member',
    detail: `${differences.join(' ')} Save again to keep yours.`,
  };
}

/** The values that are overwritten as a whole, by their labels. */
function flatten(values: MemberFormValues): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const name of TEXT_FIELDS) fields[FIELD_LABELS[name]] = values[name].trim();
  for (const line of ADDRESS_LINES) {
    fields[FIELD_LABELS[`address.${line}`]] = values.address[line].trim();
  }
  for (const name of ['email_subscription_status', 'current_tier_id', 'referrer_code'] as const) {
    fields[FIELD_LABELS[name]] = values[name].trim();
  }
  for (const { name, text } of values.custom_attributes) fields[`“${name.trim()}”`] = text;
  return fields;
}
