import { getDateFormatter } from '#console/lib/dates/date-formatter.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import {
  DATE_FIELDS,
  type DateField,
  type MembersFilter,
} from '#console/shared/loyalty/filter/members-filter.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import { attributeFilters } from '#contract/gateway/filters/attribute-filters.ts';
import { LIST_FIELDS, type ListField } from '#contract/gateway/filters/directory-filters.ts';
import { formatMemberStatus } from './member-status.tsx';
import { US_STATES } from './us-states.ts';

export const LIST_LABELS: Readonly<Record<ListField, string>> = {
  status: 'Status',
  tier: 'Tier',
  country: 'Country',
  state: 'State',
  city: 'City',
  language: 'Language',
  gender: 'Gender',
  birthday_month: 'Birthday month',
  subscription: 'Email subscription',
};

export const DATE_LABELS: Readonly<Record<DateField, string>> = {
  enrolled: 'Enrolled',
  changed: 'Changed',
  last_purchase: 'Last purchase',
  first_purchase: 'First purchase',
};

export const RANGE_LABELS = {
  points: 'Points',
  lifetime_points: 'Lifetime points',
  purchases: 'Purchases',
  revenue: 'Revenue',
  redemptions: 'Redemptions',
} as const;
export type RangeField = keyof typeof RANGE_LABELS;

export const PRESENCE_LABELS = {
  has_email: 'Email address',
  has_phone: 'Phone number',
  has_birthday: 'Birthday',
} as const;
export type PresenceField = keyof typeof PRESENCE_LABELS;

/** How a list of values selects members: the filter's name, and the words between its label and its values. */
export interface Condition {
  readonly name: string;
  readonly label: string;
}

const isOrIsNot = (name: string, excluding: string) =>
  [
    { name, label: 'is' },
    { name: excluding, label: 'is not' },
  ] as const;
export const conditionsOf = (field: ListField) => isOrIsNot(field, `${field}_not`);
export const attributeConditions = (key: string) =>
  isOrIsNot(`attribute.${key}`, `attribute_not.${key}`);
export const TAG_CONDITIONS: readonly Condition[] = [
  { name: 'tag', label: 'any of' },
  { name: 'tag_all', label: 'all of' },
  { name: 'tag_none', label: 'none of' },
];

/** The values of a list in a filter; empty if it isn't set. */
export function listValues(filter: MembersFilter, { name }: Pick<Condition, 'name'>): string[] {
  const values = filter[name as keyof MembersFilter];
  return Array.isArray(values) ? values : [];
}

/** Inclusive; at least one of them is set. */
export interface NumberRange {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

export function rangeOf(filter: MembersFilter, field: RangeField): NumberRange | undefined {
  return toRange({ min: filter[`${field}_min`], max: filter[`${field}_max`] });
}

export function toRange({ min, max }: NumberRange): NumberRange | undefined {
  return min === undefined && max === undefined ? undefined : { min, max };
}

/** "100 to 500", "at least 100". */
export function formatNumberRange({ min, max }: NumberRange): string {
  if (min === undefined) return `at most ${formatNumber(max ?? 0)}`;
  if (min === max) return `exactly ${formatNumber(min)}`;
  return max === undefined
    ? `at least ${formatNumber(min)}`
    : `${formatNumber(min)} to ${formatNumber(max)}`;
}

/** "in the last 30 days", "between Mar 4, 2024 and Apr 1, 2024"; undefined if the date isn't filtered. */
export function formatDays(filter: MembersFilter, field: DateField): string | undefined {
  const last = filter[`${field}_last`];
  if (last !== undefined) return `in the last ${formatCount(last, 'day')}`;
  const from = filter[`${field}_from`];
  const to = filter[`${field}_to`];
  if (from === undefined) return to && `on or before ${formatLoyaltyDate(to)}`;
  if (to === undefined) return `on or after ${formatLoyaltyDate(from)}`;
  return from === to
    ? `on ${formatLoyaltyDate(from)}`
    : `between ${formatLoyaltyDate(from)} and ${formatLoyaltyDate(to)}`;
}

/** `2027-03` as "March 2027". */
export function formatExpiringMonth(month: string): string {
  return formatMonth(new Date(month), { year: 'numeric' });
}

function formatMonth(date: Date, options: Intl.DateTimeFormatOptions = {}): string {
  const inUtc = { month: 'long', timeZone: 'UTC', ...options } as const;
  return getDateFormatter('en-US', inUtc).format(date);
}

/** A value of a filter as people call it. */
export function formatFilterValue(field: string, value: string): string {
  switch (field) {
    case 'status':
      return formatMemberStatus(value);
    case 'country':
      return formatCountry(value);
    case 'state': {
      const name = US_STATES.get(value);
      return name === undefined ? value : `${name} (${value})`;
    }
    case 'birthday_month':
      return formatMonth(new Date(Date.UTC(2000, Number(value) - 1)));
    case 'subscription':
      return value.charAt(0).toUpperCase() + value.slice(1);
    case 'has_birthday':
      return value === 'true' ? 'Has a birthday' : 'Has no birthday';
    case 'has_email':
    case 'has_phone':
      return value === 'true' ? 'Present' : 'Missing';
    default:
      return value;
  }
}

function formatCountry(value: string): string {
  if (!/^[A-Z]{2}$/.test(value)) return value;
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(value) ?? value;
  } catch {
    return value;
  }
}

/** In a sentence, such values are ordinary words. */
const LOWERCASE_FIELDS: readonly string[] = ['status', 'subscription'];

/**
 * One phrase for each filter: "Tier is Gold".
 *
 * @param tierNames by the id of the tier
 */
export function describeFilters(
  filter: MembersFilter,
  tierNames: ReadonlyMap<string, string>,
): string[] {
  const { q, expiring_within: days, expiring_month: month, referrer, has_birthday } = filter;
  const format = (field: string, value: string) => {
    if (field === 'tier') return tierNames.get(value) ?? value;
    const text = formatFilterValue(field, value);
    return LOWERCASE_FIELDS.includes(field) ? text.toLowerCase() : text;
  };
  const describeList = (label: string, field: string, conditions: readonly Condition[]) =>
    conditions.flatMap((condition) => {
      const values = listValues(filter, condition).map((value) => format(field, value));
      return values.length > 0 ? [`${label} ${condition.label} ${values.join(' or ')}`] : [];
    });
  return [
    ...(q === undefined ? [] : [`Search: “${q}”`]),
    ...LIST_FIELDS.flatMap((field) => describeList(LIST_LABELS[field], field, conditionsOf(field))),
    ...TAG_CONDITIONS.flatMap((condition) => {
      const tags = listValues(filter, condition);
      return tags.length > 0 ? [`Tags include ${condition.label}: ${tags.join(', ')}`] : [];
    }),
    ...DATE_FIELDS.flatMap((field) => {
      const text = formatDays(filter, field);
      return text ? [`${DATE_LABELS[field]} ${text}`] : [];
    }),
    ...(Object.keys(RANGE_LABELS) as RangeField[]).flatMap((field) => {
      const range = rangeOf(filter, field);
      return range ? [`${RANGE_LABELS[field]}: ${formatNumberRange(range)}`] : [];
    }),
    ...(['has_email', 'has_phone'] as const).flatMap((field) => {
      const text = formatFilterValue(field, String(filter[field])).toLowerCase();
      return filter[field] === undefined ? [] : [`${PRESENCE_LABELS[field]} is ${text}`];
    }),
    ...(has_birthday === undefined
      ? []
      : [formatFilterValue('has_birthday', String(has_birthday))]),
    ...(days === undefined ? [] : [`Points expire within ${formatCount(days, 'day')}`]),
    ...(month === undefined ? [] : [`Points expire in ${formatExpiringMonth(month)}`]),
    ...(referrer === undefined ? [] : [`Referrer is ${referrer}`]),
    ...attributeFilters(filter).flatMap(({ key, ...range }) => [
      ...describeList(key, key, attributeConditions(key)),
      ...(toRange(range) ? [`${key} is ${formatNumberRange(range)}`] : []),
    ]),
  ];
}
