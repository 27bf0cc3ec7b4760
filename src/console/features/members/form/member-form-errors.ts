import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import type { AttributeField } from './attributes/attribute-fields.ts';
import { FIELD_LABELS, type MemberFieldName } from './field-labels.ts';

/**
 * Whether an act on a member failed because somebody has deleted the member meanwhile: an unknown id is
 * a 400 that names a parameter (decisions.md, 26), and the id is the only one that acts have.
 */
export function isMemberDeleted(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && error.code === '400';
}

/** Puts a failed act on a member into words. @param what "The member wasn't saved" */
export function explainMemberError(error: unknown, what: string): UserFacingError | undefined {
  const problem = toUserFacingError(error, what);
  if (!problem || !isMemberDeleted(error)) return problem;
  return { ...problem, detail: 'Somebody else has deleted the member.' };
}

const FIELDS = Object.keys(FIELD_LABELS) as MemberFieldName[];

type MemberFormError =
  | {
      readonly field: MemberFieldName | `custom_attributes.${number}.text`;
      readonly message: string;
    }
  | { readonly field: undefined; readonly problem: UserFacingError | undefined };

/**
 * Finds the field that a refusal is about: a 400's reason names it (decisions.md, 26).
 *
 * @param what what happened, in the words of the form: "The member wasn't added"
 * @param attributes those of the form, one of which the reason may name
 */
export function toFormError(
  error: unknown,
  what: string,
  attributes: readonly AttributeField[],
): MemberFormError {
  const reason = error instanceof ApiError && error.status === 400 ? error.detail : undefined;
  const field = reason === undefined ? undefined : findField(reason, attributes);
  if (reason === undefined || field === undefined) {
    return { field: undefined, problem: explainMemberError(error, what) };
  }
  // Our service puts the field before a colon; what another one says stays as it is.
  return { field, message: reason.replace(/^[\w.]+: /, '') };
}

function findField(reason: string, attributes: readonly AttributeField[]) {
  const words = reason.split(/[^\w.]+/);
  const names = (field: string) =>
    words.some((word) => word === field || word.startsWith(`${field}.`));
  if (names('custom_attributes')) {
    const index = findNamed(reason, attributes);
    return index < 0 ? undefined : (`custom_attributes.${index}.text` as const);
  }
  // The form has one field for the referrer's code, which an update calls by another name.
  return names('referral_code') ? 'referrer_code' : FIELDS.find(names);
}

/** The attribute that a reason names, the longest where one name is part of another; else -1. */
function findNamed(reason: string, attributes: readonly AttributeField[]): number {
  const lengths = attributes.map(({ name }) => (reason.includes(name.trim()) ? name.length : 0));
  const longest = Math.max(0, ...lengths);
  return longest === 0 ? -1 : lengths.indexOf(longest);
}
