import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { ApiError } from './api-error.ts';
import { toUserFacingError } from './error-messages.ts';

const ATTRIBUTE = '/data/attributes/';

export interface FieldErrors<Field extends string> {
  /** What the service says of each field, by the name of its attribute. */
  readonly fields: Partial<Record<Field, string>>;
  /** What it says beyond that, for the head of the form. */
  readonly formError: UserFacingError | undefined;
}

/**
 * Divides a refusal into what belongs to the fields of a form and what belongs above them. A field
 * is named by the error's pointer (`/data/attributes/<field>`) or parameter.
 *
 * @param fields the attributes that the form has a field for
 * @param what what happened, in the words of the form: "The domain wasn't added"
 */
export function splitFieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  what: string,
): FieldErrors<Field> {
  if (!(error instanceof ApiError) || error.kind !== 'error-response') {
    return { fields: {}, formError: toUserFacingError(error, what) };
  }
  const texts: Partial<Record<Field, string>> = {};
  const others = error.errors.filter((item) => {
    const name = item.pointer?.startsWith(ATTRIBUTE)
      ? item.pointer.slice(ATTRIBUTE.length)
      : item.parameter;
    const field = fields.find((candidate) => candidate === name);
    const text = item.detail ?? item.title;
    if (field === undefined || text === undefined) return true;
    texts[field] ??= text;
    return false;
  });
  const isDivided = others.length < error.errors.length;
  if (isDivided && others.length === 0) return { fields: texts, formError: undefined };
  const rest = isDivided
    ? new ApiError({
        kind: error.kind,
        status: error.status,
        errors: others,
        requestId: error.requestId,
      })
    : error;
  return { fields: texts, formError: toUserFacingError(rest, what) };
}
