import { ApiError } from '#console/api/api-error.ts';
import { explain } from '#console/api/explain.ts';
import type { Problem } from '#console/lib/problem.ts';

/** The fields that the service's reasons can name. */
const FIELDS = [
  'member_id',
  'first_name',
  'last_name',
  'email_address',
  'phone_number',
  'birthdate',
  'anniversary_date',
  'preferred_language',
  'instagram_handle',
  'twitter_handle',
  'member_tags',
  'current_tier_id',
  'referrer_code',
] as const;
type Field = (typeof FIELDS)[number];

type Refusal =
  | { readonly field: Field; readonly message: string }
  | { readonly field: undefined; readonly problem: Problem | undefined };

/**
 * Finds the field that a refusal is about: a 400's reason names it (decisions.md, 26).
 *
 * @param what what happened, in the words of the form: "The member wasn't added"
 */
export function memberRefusal(error: unknown, what: string): Refusal {
  const reason = error instanceof ApiError && error.status === 400 ? error.detail : undefined;
  const field = FIELDS.find((name) => new RegExp(`\\b${name}\\b`).test(reason ?? ''));
  if (reason === undefined || field === undefined) {
    return { field: undefined, problem: explain(error, what) };
  }
  return { field, message: reason.replace(new RegExp(`^${field}: `), '') };
}
