import * as z from 'zod/mini';
import { parseMonthDay } from '#contract/loyalty/dates.ts';
import { invalid, type Parsed, valid } from '#contract/loyalty/parsed.ts';
import { idText, parsedText, text } from '#contract/loyalty/text.ts';
import { limitedString } from '#contract/text.ts';
import {
  CUSTOM_ATTRIBUTES_MAX_BYTES,
  CUSTOM_ATTRIBUTES_TOO_LONG,
  parseCustomAttributes,
} from './custom-attributes.ts';
import { parseEmailAddress } from './email-address.ts';
import { EMAIL_SUBSCRIPTION_STATUSES, MEMBER_STATUSES } from './member.ts';
import { parsePhone } from './phone.ts';
import { normalizeTypedDate, withDateOrder } from './typed-date.ts';

/** Names have fewer than 100 characters (loyalty.md, Limits). */
const NAME_MAX = 99;
const MEMBER_TAGS_MAX = 1000;

const optionalText = z.optional(text());
const name = z.optional(text({ max: NAME_MAX }));

/** Converts `MM/DD/YYYY` or `MM/DD` (year 1904) to `YYYY-MM-DD`. */
function parseYearlyDay(value: string): Parsed<string> {
  const day = parseMonthDay(value);
  if (day !== null) return valid(day);
  const swapped = normalizeTypedDate(withDateOrder(value, 'day_first'));
  const question = parseMonthDay(swapped) === null ? '' : `. Did you mean ${swapped}?`;
  return invalid(`Enter a date as MM/DD/YYYY or MM/DD${question}`);
}

function formatted(parse: (value: string) => Parsed<string>) {
  return z.optional(parsedText(text(), parse));
}

/** An empty string clears the value and is parsed as null. */
function clearable(parse: (value: string) => Parsed<string>) {
  return z.optional(
    parsedText<string | null>(text(), (value) => (value === '' ? valid(null) : parse(value))),
  );
}

const address = z.object({
  line1: optionalText,
  line2: optionalText,
  city: optionalText,
  state: optionalText,
  country: optionalText,
  postal_code: optionalText,
});

const sharedFields = {
  first_name: name,
  last_name: name,
  twitter_handle: optionalText,
  instagram_handle: optionalText,
  preferred_language: optionalText,
  address: z.optional(address),
  /** Replaces all of the member's tags. */
  member_tags: z.optional(
    z
      .array(text({ min: 1 }))
      .check(z.maxLength(MEMBER_TAGS_MAX, { error: `Must have at most ${MEMBER_TAGS_MAX} tags` })),
  ),
  current_tier_id: z.optional(text({ min: 1 })),
  /** The attributes to set, as JSON text; others are unchanged. */
  custom_attributes: z.optional(
    parsedText(
      limitedString(CUSTOM_ATTRIBUTES_MAX_BYTES, CUSTOM_ATTRIBUTES_TOO_LONG),
      parseCustomAttributes,
    ),
  ),
};

const choice = new Intl.ListFormat('en', { type: 'disjunction' });

const emailSubscriptionStatus = z.enum(EMAIL_SUBSCRIPTION_STATUSES, {
  error: `Use ${choice.format(EMAIL_SUBSCRIPTION_STATUSES)}`,
});

export const memberStatus = z.enum(MEMBER_STATUSES, {
  error: `Use ${choice.format(MEMBER_STATUSES)}`,
});

/** Creates a member. Unknown fields are ignored. */
export const createMemberSchema = z.object({
  member_id: idText('Enter a member ID'),
  ...sharedFields,
  email_address: formatted(parseEmailAddress),
  phone_number: formatted(parsePhone),
  birthdate: formatted(parseYearlyDay),
  anniversary_date: formatted(parseYearlyDay),
  referrer_code: optionalText,
  email_subscription_status: z._default(emailSubscriptionStatus, 'subscribed'),
  member_status: z._default(memberStatus, 'active'),
});
export type CreateMemberInput = z.input<typeof createMemberSchema>;
export type CreateMember = z.output<typeof createMemberSchema>;

/** Updates the given fields of a member. Unknown fields are ignored. */
export const updateMemberSchema = z.object({
  ...sharedFields,
  email_address: clearable(parseEmailAddress),
  phone_number: clearable(parsePhone),
  birthdate: clearable(parseYearlyDay),
  anniversary_date: clearable(parseYearlyDay),
  referral_code: optionalText,
  email_subscription_status: z.optional(emailSubscriptionStatus),
  member_status: z.optional(memberStatus),
});
export type UpdateMemberInput = z.input<typeof updateMemberSchema>;
export type UpdateMember = z.output<typeof updateMemberSchema>;
