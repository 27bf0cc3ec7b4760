import * as fc from 'fast-check';
import { parseDate } from '#contract/loyalty/dates.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { member } from './directory-model.ts';

// The filters of the directory (decisions.md, 61), written as plainly as possible.

export const TODAY = '2026-06-15';

const dateText = fc.oneof(
  fc.constantFrom('2025-12-31', '2026-01-01T23:59:59.000Z', '01/02/2026', '2026-02-28T00:00:00Z'),
  fc.constantFrom('', 'soon'),
);
const amount = fc.constantFrom(0, 1, 2, 49.99, 50, 120.5, 10_000);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const attributes = fc.record(
  {
    color: fc.oneof(fc.constantFrom('red', 'Red', 'dark, red', ''), fc.constant(42)),
    size: fc.constantFrom(-3, -0.5, 0, 0.1, 9, 10, 10.5, 11, 250, '10'),
    likes: fc.subarray(['tea', 'chess', 7]),
    'a"b=c': fc.constantFrom('x', '=x'),
    flag: fc.boolean(),
    nested: fc.constant({ deep: true }),
  },
  { requiredKeys: [] },
);

/** Without an id: a list of members numbers them. */
const anyFields = fc.record(
  {
    member_status: fc.constantFrom('active', 'blocked', 'opted_out'),
    member_tags: fc.subarray(['vip', 'new', 'staff']),
    available_points: fc.constantFrom(-5, 0, 10, 99, 100, 5_000),
    address: fc.record(
      {
        country: fc.constantFrom('US', 'DE', ''),
        state: fc.constantFrom('TX', 'Texas', ' TX '),
        city: fc.constantFrom('Austin', 'Washington, D.C.', 'Köln'),
      },
      { requiredKeys: [] },
    ),
    preferred_language: fc.constantFrom('en', 'de', ''),
    gender: fc.constantFrom('female', 'male'),
    email_subscription_status: fc.constantFrom('subscribed', 'unsubscribed', 'bounced'),
    birthdate: fc.constantFrom('02/29/1988', '12/31', '1977-02-09T00:00:00Z', 'unknown'),
    enrollment_date: dateText,
    last_modified_date: dateText,
    first_purchase_date: dateText,
    last_purchase_date: dateText,
    number_of_purchases: fc.constantFrom(0, 1, 2, 12),
    number_of_redemptions: fc.constantFrom(0, 3),
    lifetime_points_earned: fc.constantFrom(0, 100, 5_000),
    revenue: amount,
    points_expiration_schedule: fc.array(
      fc.record({
        expiration_date: fc.constantFrom(TODAY, '2026-06-14', '06/16/2026', '2026-07-15T10:00:00Z'),
        points: fc.constantFrom(0, 1, 100),
      }),
      { maxLength: 3 },
    ),
    referrer_ID: fc.constantFrom('S-0', 'S-1'),
    email_address: fc.constantFrom('ada@example.test', '', ' '),
    phone_number: fc.constantFrom('+1-5550100', ''),
    custom_attributes: attributes,
    tier_info: fc.constantFrom(...['1', '2'].map((loyalty_tier_id) => ({ loyalty_tier_id }))),
  },
  { requiredKeys: [] },
);
export const anyMembers = fc
  .array(anyFields, { minLength: 1, maxLength: 30 })
  .map((list) =>
    list.map((given, index) => member({ ...(given as Partial<Member>), member_id: `${index}` })),
  );

const listOf = (...values: string[]) => optional(fc.subarray(values, { minLength: 1 }));
const dayFilter = optional(fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-02', '2026-02-28'));
const numberFilter = optional(fc.constantFrom(-5, 0, 1, 10, 50, 100, 5_000));

const FILTERS = {
  status: listOf('active', 'blocked', 'opted_out'),
  tier: listOf('1', '2', 'none'),
  tag: listOf('vip', 'new'),
  tag_all: listOf('vip', 'new'),
  tag_none: listOf('staff', 'new'),
  country: listOf('US', 'DE', 'FR'),
  state: listOf('TX', 'Texas'),
  city: listOf('Austin', 'Washington, D.C.'),
  language: listOf('en', 'de'),
  gender: listOf('female', 'male'),
  subscription: listOf('subscribed', 'unsubscribed'),
  birthday_month: listOf('2', '12'),
  status_not: listOf('active', 'blocked'),
  tier_not: listOf('1', 'none'),
  country_not: listOf('US', 'FR'),
  state_not: listOf('TX'),
  city_not: listOf('Austin', 'Köln'),
  language_not: listOf('en'),
  gender_not: listOf('female'),
  subscription_not: listOf('subscribed', 'unsubscribed'),
  birthday_month_not: listOf('2'),
  has_birthday: optional(fc.boolean()),
  has_email: optional(fc.boolean()),
  has_phone: optional(fc.boolean()),
  enrolled_from: dayFilter,
  enrolled_to: dayFilter,
  changed_from: dayFilter,
  changed_to: dayFilter,
  first_purchase_from: dayFilter,
  first_purchase_to: dayFilter,
  last_purchase_from: dayFilter,
  last_purchase_to: dayFilter,
  points_min: numberFilter,
  points_max: numberFilter,
  lifetime_points_min: numberFilter,
  lifetime_points_max: numberFilter,
  purchases_min: numberFilter,
  purchases_max: numberFilter,
  redemptions_min: numberFilter,
  redemptions_max: numberFilter,
  revenue_min: optional(amount),
  revenue_max: optional(amount),
  expiring_within: optional(fc.constantFrom(0, 1, 30, 3_650)),
  expiring_month: optional(fc.constantFrom('2026-05', '2026-06', '2026-07', '2036-01')),
  referrer: optional(fc.constantFrom('S-0', 'S-1', '1')),
  'attribute.color': listOf('red', 'dark, red', '42'),
  'attribute.likes': listOf('tea', '7'),
  'attribute.a"b=c': listOf('x', '=x'),
  'attribute.flag': listOf('true'),
  'attribute_not.color': listOf('red', '42'),
  'attribute_not.likes': listOf('tea'),
  'attribute_min.size': optional(fc.constantFrom(-1, 0, 0.1, 10, 10.5)),
  'attribute_max.size': optional(fc.constantFrom(-1, 0.1, 10, 1_000)),
};
export type AnyFilter = { [name: string]: string | number | boolean | string[] | undefined };

/** One to four filters, so that many members match some and few match all. */
export const anyFilter: fc.Arbitrary<AnyFilter> = fc
  .subarray(Object.keys(FILTERS) as (keyof typeof FILTERS)[], { minLength: 1, maxLength: 4 })
  .chain((names) =>
    fc.record(
      Object.fromEntries(names.map((name) => [name, FILTERS[name] as fc.Arbitrary<never>])),
    ),
  );

export function matches(each: Member, filter: AnyFilter): boolean {
  return Object.entries(filter).every(
    ([name, value]) => value === undefined || matchesOne(each, name, value),
  );
}

const EXACT: Record<string, (each: Member) => unknown> = {
  status: (each) => each.member_status,
  tier: (each) => each.tier_info?.loyalty_tier_id,
  country: (each) => each.address?.country,
  state: (each) => each.address?.state,
  city: (each) => each.address?.city,
  language: (each) => each.preferred_language,
  gender: (each) => each.gender,
  subscription: (each) => each.email_subscription_status,
  birthday_month: (each) => monthOf(each.birthdate),
  has_email: (each) => isText(each.email_address),
  has_phone: (each) => isText(each.phone_number),
};
const NUMBERS: Record<string, (each: Member) => number | undefined> = {
  points: (each) => each.available_points ?? 0,
  lifetime_points: (each) => each.lifetime_points_earned,
  purchases: (each) => each.number_of_purchases,
  redemptions: (each) => each.number_of_redemptions,
  revenue: (each) => each.revenue,
};
const DATES: Record<string, (each: Member) => string | null | undefined> = {
  enrolled: (each) => each.enrollment_date,
  changed: (each) => each.last_modified_date,
  first_purchase: (each) => each.first_purchase_date,
  last_purchase: (each) => each.last_purchase_date,
};

function matchesOne(each: Member, name: string, value: NonNullable<AnyFilter[string]>): boolean {
  const tags = each.member_tags ?? [];
  const wanted = [value].flat().map(String);
  if (name === 'tag') return wanted.some((tag) => tags.includes(tag));
  if (name === 'tag_all') return wanted.every((tag) => tags.includes(tag));
  if (name === 'tag_none') return !wanted.some((tag) => tags.includes(tag));
  if (name === 'expiring_within') return expiresWithin(each, Number(value));
  if (name === 'expiring_month') return expiresIn(each, String(value));
  if (name === 'referrer') {
    return each.referrer_ID === value || each.referrer_ID === `S-${value}`;
  }
  if (name === 'has_birthday') return (monthOf(each.birthdate) !== undefined) === value;
  const [, included] = /^(.*)_not(?=$|\.)/.exec(name) ?? [];
  if (included !== undefined) return !matchesOne(each, name.replace('_not', ''), value);
  if (EXACT[name]) return wanted.includes(String(EXACT[name](each)).trim());
  const [, ofAttribute, key] = /^attribute(?:_(min|max))?\.(.*)$/.exec(name) ?? [];
  const [, field = '', ofField] = /^(.*?)(?:_(min|max|from|to))?$/.exec(name) ?? [];
  const bound = key === undefined ? ofField : ofAttribute;
  if (DATES[field]) {
    const day = dayOf(DATES[field](each));
    if (day === undefined) return false;
    return bound === 'from' ? day >= String(value) : day <= String(value);
  }
  const attribute = key === undefined ? undefined : each.custom_attributes?.[key];
  if (bound === undefined) {
    return [attribute].flat().some((one) => one !== undefined && wanted.includes(String(one)));
  }
  const number = NUMBERS[field] ? NUMBERS[field](each) : attribute;
  if (typeof number !== 'number') return false;
  return bound === 'min' ? number >= Number(value) : number <= Number(value);
}

const isText = (text: string | undefined) => (text ?? '').trim() !== '';

function dayOf(text: string | null | undefined): string | undefined {
  return (text && parseDate(text)?.iso.slice(0, 10)) || undefined;
}

function monthOf(text: string | undefined): number | undefined {
  const day = dayOf(text);
  return day === undefined ? undefined : Number(day.slice(5, 7));
}

function expiresWithin({ points_expiration_schedule: schedule }: Member, days: number): boolean {
  const last = new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10);
  return (schedule ?? []).some(({ expiration_date: text, points = 0 }) => {
    const day = dayOf(text) ?? '';
    return points > 0 && day >= TODAY && day <= last;
  });
}

/** The current month also has what is overdue. */
function expiresIn({ points_expiration_schedule: schedule }: Member, month: string): boolean {
  const isCurrent = TODAY.startsWith(month);
  return (schedule ?? []).some(({ expiration_date: text, points = 0 }) => {
    const expiring = dayOf(text)?.slice(0, 7);
    if (expiring === undefined || points <= 0) return false;
    return isCurrent ? expiring <= month : expiring === month;
  });
}
