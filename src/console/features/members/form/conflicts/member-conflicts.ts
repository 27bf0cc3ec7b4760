import { FIELD_LABELS } from '#console/features/members/form/field-labels.ts';
import { mergeTags } from '#console/features/members/form/member-changes.ts';
import type { MemberFormValues } from '#console/features/members/form/member-form-values.ts';
import type { MemberFieldName } from '#console/shared/loyalty/member-field-labels.ts';
import { ADDRESS_LINES, MEMBER_TEXT_FIELDS } from '#contract/loyalty/members/member.ts';

/** The form's name of a field that can be in conflict. */
export type ConflictField =
  | Exclude<MemberFieldName, 'member_id' | 'member_status' | 'member_tags'>
  | `custom_attributes.${number}.text`;

/** A field that both the user and someone else changed, to different values. */
export interface Conflict {
  readonly field: ConflictField;
  readonly label: string;
  /** The value when the form was opened. */
  readonly before: string;
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
  const initial = valuesByLabel(versions.initial);
  const known = valuesByLabel(versions.known);
  const current = valuesByLabel(versions.current);
  return flatten(versions.values).flatMap(({ field, label, value: mine }) => {
    const theirs = current.get(label) ?? '';
    const before = initial.get(label) ?? '';
    const isChanged = mine !== initial.get(label) && mine !== theirs;
    return isChanged && theirs !== (known.get(label) ?? '')
      ? [{ field, label, before, mine, theirs }]
      : [];
  });
}

/**
 * Takes over what someone else changed: fields that the user didn't touch have their current values, and tags are
 * merged.
 * @returns what the form shows, and the member that it is compared with from then on
 */
export function mergeUntouched({ values, initial, current }: Omit<Versions, 'known'>) {
  const attributes = new Map(current.custom_attributes.map((field) => [field.name, field]));
  const isTouched = (index: number) =>
    JSON.stringify(values.custom_attributes[index]) !==
    JSON.stringify(initial.custom_attributes[index]);
  const merge = (version: MemberFormValues): MemberFormValues => ({
    ...replaceSame(version, { values, initial, current }),
    address: replaceSame(version.address, {
      values: values.address,
      initial: initial.address,
      current: current.address,
    }),
    member_tags: mergeTags(version.member_tags, initial.member_tags, current.member_tags),
    custom_attributes: version.custom_attributes.map((field, index) =>
      isTouched(index) ? field : (attributes.get(field.name) ?? field),
    ),
  });
  return { values: merge(values), initial: merge(initial) };
}

/** The fields, with the current value of each whose value is the initial one. */
function replaceSame<Fields extends object>(
  fields: Fields,
  { values, initial, current }: Record<'values' | 'initial' | 'current', Fields>,
): Fields {
  const names = Object.keys(fields) as (keyof Fields)[];
  const same = names.filter((name) => values[name] === initial[name]);
  return { ...fields, ...Object.fromEntries(same.map((name) => [name, current[name]])) };
}

/** Tags that someone else added since the form was opened, and that saving kept. */
export function findKeptTags({ values, initial, current }: Omit<Versions, 'known'>): string[] {
  const mine = [...initial.member_tags, ...values.member_tags];
  return current.member_tags.filter((tag) => !mine.includes(tag));
}

/** A value of the notice: quoted, or "empty". */
export function quoteValue(value: string): string {
  return value === '' ? 'empty' : `“${value}”`;
}

interface FieldValue {
  readonly field: ConflictField;
  readonly label: string;
  readonly value: string;
}

function valuesByLabel(values: MemberFormValues): ReadonlyMap<string, string> {
  return new Map(flatten(values).map(({ label, value }) => [label, value]));
}

/** The values that are overwritten as a whole. */
function flatten(values: MemberFormValues): FieldValue[] {
  const named = [
    ...MEMBER_TEXT_FIELDS.map((name) => [name, values[name]] as const),
    ...ADDRESS_LINES.map((line) => [`address.${line}`, values.address[line]] as const),
    ...(['email_subscription_status', 'current_tier_id', 'referrer_code'] as const).map(
      (name) => [name, values[name]] as const,
    ),
  ];
  return [
    ...named.map(([field, value]) => ({
      field,
      label: FIELD_LABELS[field],
      value: value.trim(),
    })),
    ...values.custom_attributes.map(({ name, text }, index) => ({
      field: `custom_attributes.${index}.text` as const,
      label: `“${name.trim()}”`,
      value: text,
    })),
  ];
}
