import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { ApiError } from './api-error.ts';
import { toUserFacingError } from './error-messages.ts';

const ATTRIBUTE = '/data/attributes/';

export interface FieldErrors<Field extends string> {
  /** Messages by attribute. */
  readonly fields: Partial<Record<Field, string>>;
  /** Everything else, for the top of the form. */
  readonly formError: UserFacingError | undefined;
}

/**
 * Splits an error response into messages for the fields of a form and one for the whole form. An
 * error names its field by its pointer (`/data/attributes/<field>`, or `/<field>` in plain JSON) or its
 * parameter.
 *
 * @param fields the attributes that the form has a field for
 * @param what what failed: "The domain wasn't added"
 */
export function splitFieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  what: string,
): FieldErrors<Field> {
  if (!(error instanceof ApiError) || error.kind !== 'error-response') {
    return { fields: {}, formError: toUserFacingError(error, what) };
  }
  const messages: Partial<Record<Field, string>> = {};
  const rest = error.errors.filter((item) => {
    const name = item.pointer?.startsWith(ATTRIBUTE)
      ? item.pointer.slice(ATTRIBUTE.length)
      : (item.pointer?.slice(1) ?? item.parameter);
    const field = fields.find((candidate) => candidate === name);
    const text = item.detail ?? item.title;
    if (field === undefined || text === undefined) return true;
    messages[field] ??= text;
    return false;
  });
  if (rest.length === error.errors.length) {
    return { fields: messages, formError: toUserFacingError(error, what) };
  }
  if (rest.length === 0) return { fields: messages, formError: undefined };
  const { kind, status, requestId } = error;
  const restError = new ApiError({ kind, status, errors: rest, requestId });
  return { fields: messages, formError: toUserFacingError(restError, what) };
}
