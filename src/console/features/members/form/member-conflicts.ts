import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { FIELD_LABELS } from './field-labels.ts';
import { ADDRESS_LINES, type MemberFormValues, TEXT_FIELDS } from './member-form-values.ts';

/** A field that was changed here and, meanwhile, elsewhere to something else. */
export interface Conflict {
  /** What the form calls it. */
  readonly label: string;
  /** What stands there by now. */
  readonly now: string;
}

interface Versions {
  /** As it was typed here. */
  readonly values: MemberFormValues;
  /** As it was when the form was opened. */
  readonly initial: MemberFormValues;
  /** As the person knows it: when the form was opened, or by an earlier warning. */
  readonly known: MemberFormValues;
  readonly current: MemberFormValues;
}

/** What saving would replace of somebody else's work. Tags are merged and never in conflict. */
export function findConflicts({ values, initial, known, current }: Versions): Conflict[] {
  const [typed, opened, seen, now] = [values, initial, known, current].map(flatten);
  return Object.keys(typed ?? {}).flatMap((label) => {
    const [mine, before, theirs = ''] = [typed?.[label], opened?.[label], now?.[label]];
    const isMine = mine !== before && mine !== theirs;
    return isMine && theirs !== (seen?.[label] ?? '') ? [{ label, now: theirs }] : [];
  });
}

/** The warning before they are replaced. */
export function conflictError(conflicts: readonly Conflict[]): UserFacingError {
  const facts = conflicts.map(
    ({ label, now }) => `${label} ${now === '' ? 'was emptied' : `is now “${now}”`}.`,
  );
  return {
    title: 'Somebody else has changed this member meanwhile',
    detail: `${facts.join(' ')} Save again to keep yours.`,
  };
}

/** The fields that one value replaces another in, by their labels. */
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
