import { ATTRIBUTE_KINDS, type AttributeKind } from '#contract/gateway/directory-values.ts';
import { ATTRIBUTE_VALUES_OF_MEMBER_MAX } from '#contract/gateway/filters/attribute-filters.ts';
import {
  type DirectoryFilter,
  MONTHS,
  type ValueField,
} from '#contract/gateway/filters/directory-filters.ts';
import { parseDate } from '#contract/loyalty/dates.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { ID_MAX_LENGTH } from '#contract/text.ts';

// A trait is an exact value that members are filtered by, as one text: all of them share an index. It
// carries the team, so that the index never reads other teams' members.

/** Lower bounds of the ranges that numeric custom attributes are indexed by; negative ranges mirror them. */
const RANGE_BOUNDS = [
  0,
  ...Array.from({ length: 16 }, (_, digits) => [1, 2, 5].map((n) => n * 10 ** digits)).flat(),
];

/** The number of bounds up to a value; below zero for negative ones. */
const rangeOf = (value: number) =>
  Math.sign(value) * RANGE_BOUNDS.filter((bound) => bound <= Math.abs(value)).length;

/** `<team>:<name>=`; the name of an attribute is quoted, because it may contain an equals sign. */
export const traitPrefix = (teamId: number, name: string) => `${teamId}:${name}=`;
/** Before the traits that `directory_cells` (in the migrations) does not count: there can be one of each member. */
const UNCOUNTED_MARK = '~';
export const uncountedPrefix = (teamId: number) => `${teamId}:${UNCOUNTED_MARK}`;

const valueTrait = (teamId: number, key: string, value: string) =>
  `${traitPrefix(teamId, `${UNCOUNTED_MARK}${JSON.stringify(key)}`)}${value}`;
const rangeTrait = (teamId: number, key: string, range: number) =>
  `${traitPrefix(teamId, `${UNCOUNTED_MARK}range ${JSON.stringify(key)}`)}${range}`;

/** The filters that lists are compared with, by the member's values. */
const FIELD_VALUES: Readonly<Record<ValueField, (member: Member) => string | null | undefined>> = {
  country: ({ address }) => address?.country,
  state: ({ address }) => address?.state,
  city: ({ address }) => address?.city,
  language: (member) => member.preferred_language,
  gender: (member) => member.gender,
  subscription: (member) => member.email_subscription_status,
  birthday_month: ({ birthdate }) => {
    const date = birthdate ? parseDate(birthdate) : null;
    return date && String(Number(date.iso.slice(5, 7)));
  },
  has_email: ({ email_address: email }) => String(!!email?.trim()),
  has_phone: ({ phone_number: phone }) => String(!!phone?.trim()),
};
const FIELDS = Object.keys(FIELD_VALUES) as ValueField[];

/** Of the trait that has the key of an attribute. */
export const attributeTraitName = (kind: AttributeKind) => `attribute ${kind}`;

/** Members with an attribute have one of these. */
export const attributeKeyTraits = (teamId: number, key: string) =>
  ATTRIBUTE_KINDS.map((kind) => `${traitPrefix(teamId, attributeTraitName(kind))}${key}`);

/** The traits of a member. */
export function memberTraits(teamId: number, member: Member): string[] {
  const fields = FIELDS.flatMap((field) => {
    const value = FIELD_VALUES[field](member)?.trim();
    return value && isFilterable(value) ? [`${traitPrefix(teamId, field)}${value}`] : [];
  });
  const attributes = Object.entries(member.custom_attributes ?? {}).flatMap(([key, value]) => {
    const kind = kindOf(value);
    if (kind === undefined || !isFilterable(key)) return [];
    const values = [...new Set([value].flat().flatMap(textOf))];
    values.length = Math.min(values.length, ATTRIBUTE_VALUES_OF_MEMBER_MAX);
    return [
      `${traitPrefix(teamId, attributeTraitName(kind))}${key}`,
      ...values.filter(isFilterable).map((text) => valueTrait(teamId, key, text)),
      ...(typeof value === 'number' ? [rangeTrait(teamId, key, rangeOf(value))] : []),
    ];
  });
  return [...new Set([...fields, ...attributes])];
}

/** Longer values are never in a filter. */
const isFilterable = (value: string) => value.length <= ID_MAX_LENGTH;

/** Undefined for values that can't be filtered. */
function kindOf(value: unknown): AttributeKind | undefined {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' || typeof value === 'boolean' ? 'text' : undefined;
}

function textOf(value: unknown): string[] {
  const text = kindOf(value) === undefined || Array.isArray(value) ? '' : String(value).trim();
  return text === '' ? [] : [text];
}

/** The custom attributes that are numbers. */
export function numericAttributes(member: Member): Record<string, number> {
  return Object.fromEntries(
    Object.entries(member.custom_attributes ?? {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  );
}

/** The traits of the members that match each filter: those with any of its traits. */
export function filterTraits(teamId: number, filter: DirectoryFilter): string[][] {
  return FIELDS.flatMap((field) => traitsOf(teamId, field, filter[field]));
}

/** The traits of the members that are excluded. */
export function excludedTraits(teamId: number, filter: DirectoryFilter): string[] {
  return FIELDS.flatMap((field) =>
    field === 'has_email' || field === 'has_phone'
      ? []
      : traitsOf(teamId, field, filter[`${field}_not`]).flat(),
  );
}

/** One of them has everybody with a birthday. */
export const birthdayTraits = (teamId: number) => traitsOf(teamId, 'birthday_month', MONTHS).flat();

/** The traits with the values of a field; none without values. */
function traitsOf(
  teamId: number,
  field: ValueField,
  given: readonly string[] | boolean | undefined,
): string[][] {
  const values = given === undefined ? [] : [given].flat().map(String);
  return values.length > 0 ? [values.map((value) => `${traitPrefix(teamId, field)}${value}`)] : [];
}

export const attributeTraits = (teamId: number, key: string, values: readonly string[]) =>
  values.map((value) => valueTrait(teamId, key, value));

/** The traits that a number between two bounds can have. */
export function rangeTraits(
  teamId: number,
  key: string,
  {
    min = Number.NEGATIVE_INFINITY,
    max = Number.POSITIVE_INFINITY,
  }: { min?: number | undefined; max?: number | undefined },
): string[] {
  const [first, last] = [rangeOf(min), rangeOf(max)];
  const ranges = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return ranges.map((range) => rangeTrait(teamId, key, range));
}
