import {
  ADDRESS_LINES,
  EMAIL_SUBSCRIPTION_STATUSES,
  MEMBER_TEXT_FIELDS,
} from '#contract/loyalty/members/member.ts';
import type {
  CreateMemberInput,
  UpdateMemberInput,
} from '#contract/loyalty/members/member-input.ts';
import { normalizePhone } from '#contract/loyalty/members/phone.ts';
import { normalizeTypedDate } from '#contract/loyalty/members/typed-date.ts';
import { changedAttributes } from './attributes/attribute-fields.ts';
import { type MemberFormValues, NEW_MEMBER } from './member-form-values.ts';

/**
 * The body of an update: only the changed fields. The API replaces tags and the address as a whole, so
 * those are the member's current ones with the changes applied.
 *
 * @param initial the member when the form was opened
 * @param current the member now, perhaps changed by someone else
 */
export function memberChanges(
  values: MemberFormValues,
  initial: MemberFormValues,
  current: MemberFormValues = initial,
): UpdateMemberInput {
  const normalized = {
    ...values,
    // Only a changed one: otherwise another way to write the same number would be a change.
    ...(values.phone_number !== initial.phone_number && {
      phone_number: normalizePhone(values.phone_number),
    }),
    birthdate: normalizeTypedDate(values.birthdate),
    anniversary_date: normalizeTypedDate(values.anniversary_date),
  };
  const texts = MEMBER_TEXT_FIELDS.filter((name) => isChanged(normalized[name], initial[name]));
  const lines = ADDRESS_LINES.filter((line) =>
    isChanged(values.address[line], initial.address[line]),
  );
  const attributes = changedAttributes(values.custom_attributes, initial.custom_attributes);
  const subscription = knownSubscription(values);
  const tier = values.current_tier_id.trim();
  const referrer = values.referrer_code.trim();
  return {
    ...Object.fromEntries(texts.map((name) => [name, normalized[name].trim()])),
    ...(lines.length > 0 && {
      address: {
        ...current.address,
        ...Object.fromEntries(lines.map((line) => [line, values.address[line].trim()])),
      },
    }),
    ...(!isSame(values.member_tags, initial.member_tags) && {
      member_tags: mergeTags(values.member_tags, initial.member_tags, current.member_tags),
    }),
    ...(subscription !== undefined &&
      subscription !== initial.email_subscription_status && {
        email_subscription_status: subscription,
      }),
    ...(tier !== initial.current_tier_id && tier !== '' && { current_tier_id: tier }),
    // It is called `referrer_code` when a member is created (loyalty.md, Member).
    ...(referrer !== initial.referrer_code && referrer !== '' && { referral_code: referrer }),
    ...(attributes !== undefined && { custom_attributes: attributes }),
  };
}

/**
 * The body that sets a saved change back. Undefined if a part of it can't be set back: a tier, a
 * referrer, a new attribute, or a subscription that wasn't known.
 *
 * @param before the member before the change
 * @param after the member after it
 * @param current the member now
 */
export function undoChanges(
  before: MemberFormValues,
  after: MemberFormValues,
  current: MemberFormValues = after,
): UpdateMemberInput | undefined {
  const isFinal =
    before.current_tier_id !== after.current_tier_id ||
    before.referrer_code !== after.referrer_code ||
    (before.email_subscription_status !== after.email_subscription_status &&
      knownSubscription(before) === undefined) ||
    after.custom_attributes.some(
      ({ name }) => !before.custom_attributes.some((field) => field.name === name),
    );
  return isFinal ? undefined : memberChanges(before, after, current);
}

export function newMemberBody(values: MemberFormValues): CreateMemberInput {
  const { referral_code: referrer, ...changes } = memberChanges(values, NEW_MEMBER);
  return {
    member_id: values.member_id.trim(),
    member_status: values.member_status,
    ...changes,
    ...(referrer !== undefined && { referrer_code: referrer }),
  };
}

/** Undefined if the member has none, or one that can't be written. */
function knownSubscription({ email_subscription_status: value }: MemberFormValues) {
  return EMAIL_SUBSCRIPTION_STATUSES.find((status) => status === value);
}

/** Ignores spaces around a text, both typed and existing ones. */
function isChanged(value: string, before: string): boolean {
  return value !== before && value.trim() !== before;
}

/** The current tags with the changes from `before` to `wanted`. */
export function mergeTags(
  wanted: readonly string[],
  before: readonly string[],
  current: readonly string[],
): string[] {
  const kept = current.filter((tag) => wanted.includes(tag) || !before.includes(tag));
  const added = wanted.filter((tag) => !before.includes(tag) && !kept.includes(tag));
  return [...kept, ...added];
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((tag) => right.includes(tag));
}
