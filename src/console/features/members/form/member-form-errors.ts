import type { FieldError } from 'react-hook-form';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import type { MemberFieldName } from '#console/shared/loyalty/member-field-labels.ts';
import type { FieldProps } from '#console/ui/form/field.tsx';
import { FIELD_LABELS } from './field-labels.ts';

/**
 * Whether a request about one member failed because the member was deleted. The API responds to an
 * unknown id with a parameter error, code 400 (decisions.md, 26), and such a request has no other
 * parameter that could be invalid.
 */
export function isMemberDeleted(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && error.code === '400';
}

/** @param title what happened: "The member wasn't saved" */
export function explainMemberError(error: unknown, title: string): UserFacingError | undefined {
  const userFacingError = toUserFacingError(error, title);
  if (!userFacingError || !isMemberDeleted(error)) return userFacingError;
  return { ...userFacingError, detail: 'Someone else deleted this member.' };
}

/** An error of one field, or of the form as a whole. */
type MemberFormError =
  | { readonly field: MemberFieldName; readonly message: string }
  | { readonly field: undefined; readonly error: UserFacingError | undefined };

/**
 * Assigns the error of a create or update request to the field it is about.
 *
 * The loyalty API has no error pointers: a 400 names the field only in its `reason` text
 * (decisions.md, 26).
 *
 * @param title what happened: "The member wasn't added"
 */
export function toFormError(error: unknown, title: string): MemberFormError {
  const reason = error instanceof ApiError && error.status === 400 ? error.detail : undefined;
  const field = reason === undefined ? undefined : findNamedField(reason);
  if (reason === undefined || field === undefined) {
    return { field: undefined, error: explainMemberError(error, title) };
  }
  // Patron's service writes "field: reason". Other services may use any sentence.
  return { field, message: reason.replace(/^[\w.]+: /, '') };
}

/** The type of form error that marks a conflict: the value is valid, but someone else has changed the field. */
export const CONFLICT = 'conflict';

/** What a field says: its error, or a notice about a conflict. */
export function fieldMessage(error: FieldError | undefined): Pick<FieldProps, 'error' | 'notice'> {
  return error?.type === CONFLICT ? { notice: error.message } : { error: error?.message };
}

const FIELD_NAMES = Object.keys(FIELD_LABELS) as MemberFieldName[];

function findNamedField(reason: string): MemberFieldName | undefined {
  const words = reason.split(/[^\w.]+/);
  const isNamed = (field: string) =>
    words.some((word) => word === field || word.startsWith(`${field}.`));
  // Attributes are checked one by one before they are sent; what is left concerns all of them.
  if (isNamed('custom_attributes')) return undefined;
  // Updates call the referrer's code `referral_code`.
  return isNamed('referral_code') ? 'referrer_code' : FIELD_NAMES.find(isNamed);
}
