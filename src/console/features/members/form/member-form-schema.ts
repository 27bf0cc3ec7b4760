import * as z from 'zod/mini';
import { createMemberSchema, updateMemberSchema } from '#contract/loyalty/members/member-input.ts';
import { findAttributeError } from './attributes/attribute-fields.ts';
import { memberChanges, newMemberBody } from './member-changes.ts';
import { type MemberFormValues, NEW_MEMBER } from './member-form-values.ts';
import { findPastDateError } from './typed-dates.ts';

/** Validates the form of a new member against the contract. */
export const newMemberFormSchema = z.custom<MemberFormValues>().check(({ value, issues }) => {
  const parsed = createMemberSchema.safeParse(newMemberBody(value));
  issues.push(...fieldIssues(parsed), ...attributeIssues(value));
  issues.push(...dateIssues(value, NEW_MEMBER));
});

/** Validates the changes to an existing member. Other fields aren't sent, so they may be invalid. */
export function memberFormSchema(initial: MemberFormValues) {
  return z.custom<MemberFormValues>().check(({ value, issues }) => {
    const parsed = updateMemberSchema.safeParse(memberChanges(value, initial));
    issues.push(...fieldIssues(parsed), ...attributeIssues(value));
    issues.push(...removalIssues(value, initial), ...dateIssues(value, initial));
  });
}

/** The API can change these fields but not remove their values. */
function removalIssues(values: MemberFormValues, initial: MemberFormValues): Issue[] {
  return (['current_tier_id', 'referrer_code'] as const)
    .filter((name) => initial[name] !== '' && values[name].trim() === '')
    .map((name) => customIssue([name], 'Can be changed but not removed'));
}

/** Both are dates of past events. */
function dateIssues(values: MemberFormValues, initial: MemberFormValues): Issue[] {
  return (['birthdate', 'anniversary_date'] as const).flatMap((name) => {
    const isChanged = values[name] !== initial[name];
    const error = isChanged ? findPastDateError(values[name], new Date()) : undefined;
    return error === undefined ? [] : [customIssue([name], error)];
  });
}

type Issue = z.core.$ZodRawIssue;

function customIssue(path: PropertyKey[], message: string): Issue {
  return { code: 'custom', input: undefined, path, message };
}

function fieldIssues({ error }: { readonly error?: z.core.$ZodError | undefined }): Issue[] {
  return (error?.issues ?? [])
    .filter(({ path }) => path[0] !== 'custom_attributes')
    .map(({ path, message }) => customIssue(fieldPath(path), message));
}

/** The form's field for a path in the request. */
function fieldPath(path: readonly PropertyKey[]): PropertyKey[] {
  if (path[0] === 'member_tags') return ['member_tags'];
  return path[0] === 'referral_code' ? ['referrer_code'] : [...path];
}

function attributeIssues({ custom_attributes: fields }: MemberFormValues): Issue[] {
  return fields.flatMap((field, index) => {
    const error = findAttributeError(field, fields.slice(0, index));
    return error ? [customIssue(['custom_attributes', index, error.part], error.message)] : [];
  });
}
