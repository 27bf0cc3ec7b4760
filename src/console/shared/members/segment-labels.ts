import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { attributeFilters } from '#contract/gateway/filters/attribute-filters.ts';
import {
  type DirectoryFilter,
  EXCLUDED_FIELDS,
  type ValueField,
} from '#contract/gateway/filters/directory-filters.ts';

/** Inclusive; at least one of them is set. */
export interface NumberRange {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** "100 to 500", "at least 100". */
export function formatNumberRange({ min, max }: NumberRange): string {
  if (min === undefined) return `at most ${formatNumber(max ?? 0)}`;
  if (min === max) return `exactly ${formatNumber(min)}`;
  return max === undefined
    ? `at least ${formatNumber(min)}`
    : `${formatNumber(min)} to ${formatNumber(max)}`;
}

export const VALUE_LABELS: Readonly<Record<ValueField, string>> = {
  country: 'Country',
  state: 'State',
  city: 'City',
  language: 'Language',
  gender: 'Gender',
  birthday_month: 'Birthday month',
  subscription: 'Email subscription',
  has_email: 'Email address',
  has_phone: 'Phone number',
};

export const RANGE_LABELS = {
  purchases: 'Purchases',
  revenue: 'Revenue',
  redemptions: 'Redemptions',
  lifetime_points: 'Lifetime points',
} as const;
export type RangeField = keyof typeof RANGE_LABELS;

/** A value of a filter as people call it. */
export function formatFilterValue(field: ValueField, value: string): string {
  switch (field) {
    case 'country':
      return formatCountry(value);
    case 'birthday_month':
      return new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(
        new Date(Date.UTC(2000, Number(value) - 1)),
      );
    case 'subscription':
      return value.charAt(0).toUpperCase() + value.slice(1);
    case 'has_email':
    case 'has_phone':
      return value === 'true' ? 'Present' : 'Missing';
    default:
      return value;
  }
}

/** `2027-03` as "March 2027". */
export function formatExpiringMonth(month: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(month));
}

function formatCountry(value: string): string {
  if (!/^[A-Z]{2}$/.test(value)) return value;
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(value) ?? value;
  } catch {
    return value;
  }
}

/** The values of a list or a yes-or-no filter; empty if it isn't set. */
export function filterValues(filter: DirectoryFilter, field: ValueField): string[] {
  return [filter[field] ?? []].flat().map(String);
}

export function filterRange(filter: DirectoryFilter, field: RangeField): NumberRange | undefined {
  const [min, max] = [filter[`${field}_min`], filter[`${field}_max`]];
  return min === undefined && max === undefined ? undefined : { min, max };
}

/** What a custom attribute has to be: "red or blue", "at least 9", "not green". */
export function formatAttribute({
  values,
  not,
  ...range
}: NumberRange & { values: string[]; not: string[] }): string {
  const hasRange = range.min !== undefined || range.max !== undefined;
  const excluded = not.length > 0 ? `not ${not.join(' or ')}` : '';
  return [values.join(' or '), excluded, hasRange ? formatNumberRange(range) : '']
    .filter((part) => part !== '')
    .join(', ');
}

/** One phrase for each filter by a further field: "Country is United States". */
export function describeSegment(filter: DirectoryFilter): string[] {
  const fields = Object.keys(VALUE_LABELS) as ValueField[];
  const ranges = Object.keys(RANGE_LABELS) as RangeField[];
  const { expiring_within: days, expiring_month: month, referrer } = filter;
  return [
    ...fields.flatMap((field) => {
      const values = filterValues(filter, field).map((value) => formatFilterValue(field, value));
      if (values.length === 0) return [];
      const isLower = field === 'has_email' || field === 'has_phone' || field === 'subscription';
      const text = values.join(' or ');
      return [`${VALUE_LABELS[field]} is ${isLower ? text.toLowerCase() : text}`];
    }),
    ...EXCLUDED_FIELDS.flatMap((name) => {
      const field = name.replace(/_not$/, '') as ValueField;
      const values = (filter[name] ?? []).map((value) => formatFilterValue(field, value));
      return values.length === 0 ? [] : [`${VALUE_LABELS[field]} is not ${values.join(' or ')}`];
    }),
    ...(filter.has_birthday === undefined
      ? []
      : [filter.has_birthday ? 'Has a birthday' : 'Has no birthday']),
    ...ranges.flatMap((field) => {
      const range = filterRange(filter, field);
      return range ? [`${RANGE_LABELS[field]}: ${formatNumberRange(range)}`] : [];
    }),
    ...(days === undefined ? [] : [`Points expire within ${formatCount(days, 'day')}`]),
    ...(month === undefined ? [] : [`Points expire in ${formatExpiringMonth(month)}`]),
    ...(referrer === undefined ? [] : [`Referrer is ${referrer}`]),
    ...attributeFilters(filter).map((each) => `${each.key} is ${formatAttribute(each)}`),
  ];
}
