import * as z from 'zod/mini';
import { createMemberSchema, updateMemberSchema } from '#contract/loyalty/members/member-input.ts';
import { findAttributeError } from './attributes/attribute-fields.ts';
import { memberChanges, newMemberBody } from './member-changes.ts';
import type { MemberFormValues } from './member-form-values.ts';

/** Checks the form of a new member by what the contract takes. */
export const newMemberFormSchema = z.custom<MemberFormValues>().check((context) => {
  const parsed = createMemberSchema.safeParse(newMemberBody(context.value));
  context.issues.push(...fieldIssues(parsed), ...attributeIssues(context.value));
});

/** Checks the form of a member that exists: only what was changed, as the rest is not sent. */
export function memberFormSchema(initial: MemberFormValues) {
  return z.custom<MemberFormValues>().check((context) => {
    const parsed = updateMemberSchema.safeParse(memberChanges(context.value, initial));
    context.issues.push(...fieldIssues(parsed), ...attributeIssues(context.value));
    context.issues.push(...removalIssues(context.value, initial));
  });
}

/** What the API can change and not take away. */
function removalIssues(values: MemberFormValues, initial: MemberFormValues): Issue[] {
  return (['current_tier_id', 'referrer_code'] as const)
    .filter((name) => initial[name] !== '' && values[name].trim() === '')
    .map((name) => ({
      code: 'custom',
      input: values,
      path: [name],
      message: 'It can be changed, not taken away',
    }));
}

type Issue = z.core.$ZodRawIssue;

function fieldIssues({ error }: { readonly error?: z.core.$ZodError | undefined }): Issue[] {
  return (error?.issues ?? [])
    .filter(({ path }) => path[0] !== 'custom_attributes')
    .map(({ path, message }) => ({
      code: 'custom',
      input: undefined,
      path: fieldPath(path),
      message,
    }));
}

function fieldPath(path: readonly PropertyKey[]): PropertyKey[] {
  // Tags are one field, whichever of them is wrong; the referrer's code goes by another name.
  if (path[0] === 'member_tags') return ['member_tags'];
  return path[0] === 'referral_code' ? ['referrer_code'] : [...path];
}

function attributeIssues({ custom_attributes: fields }: MemberFormValues): Issue[] {
  return fields.flatMap((field, index) => {
    const problem = findAttributeError(field, fields.slice(0, index));
    if (!problem) return [];
    const path = ['custom_attributes', index, problem.part];
    return [{ code: 'custom' as const, input: field, path, message: problem.message }];
  });
}
