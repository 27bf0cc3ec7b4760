import {
  directoryFacetsSchema,
  directoryMemberSchema,
  directoryStatusSchema,
  FACET_MONTHS,
  FACET_TAGS_MAX,
  getDirectoryFacets,
  listDirectoryMembers,
  SIMILAR_COUNTED_MAX,
  searchMatchesSchema,
} from '#contract/gateway/directory.ts';
import {
  ATTRIBUTE_VALUES_LISTED_MAX,
  DIRECTORY_VALUES_MAX,
  directoryAttributeSchema,
  listDirectoryAttributes,
  listDirectoryValues,
} from '#contract/gateway/directory-values.ts';
import {
  ATTRIBUTE_CONDITIONS_MAX,
  ATTRIBUTE_VALUES_MAX,
  ATTRIBUTE_VALUES_OF_MEMBER_MAX,
} from '#contract/gateway/filters/attribute-filters.ts';
import { MONTHS } from '#contract/gateway/filters/directory-filters.ts';
import { EXPIRING_WITHIN_MAX, OWED_MONTHS } from '#contract/gateway/filters/filter-values.ts';
import {
  getPointsOwed,
  pointsOwedSchema,
  pointValueSchema,
  setPointValue,
} from '#contract/gateway/points/points-owed.ts';
import { EMAIL_SUBSCRIPTION_STATUSES, MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import type {
  OperationDocumentation,
  ParameterDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';
import { loyaltyServiceErrors } from '#contract/reference/json-api.ts';

export const directorySchemas: Record<string, SchemaDocumentation> = {
  DirectoryMember: {
    schema: directoryMemberSchema,
    description: 'A member as the directory shows it. Missing texts are empty.',
  },
  DirectoryStatus: {
    schema: directoryStatusSchema,
    description: 'How complete and how recent the directory is.',
  },
  DirectoryAttribute: {
    schema: directoryAttributeSchema,
    description: 'A custom attribute that members have.',
  },
  DirectoryFacets: {
    schema: directoryFacetsSchema,
    description: `Counts of the members that match. Tags: the ${FACET_TAGS_MAX} most frequent; months: the last ${FACET_MONTHS}.`,
  },
  SearchMatches: {
    schema: searchMatchesSchema,
    description: `How many members match a search: literally, and only with a typo (up to ${SIMILAR_COUNTED_MAX}).`,
  },
  PointsOwed: {
    schema: pointsOwedSchema,
    description: `Points of the members that match, by the month in which they expire: this one and the following ${OWED_MONTHS - 1}. Points whose day has passed are in this month.`,
  },
  PointValue: { schema: pointValueSchema, description: 'What a point costs the brand.' },
};

const list = (items: object) => ({ type: 'array', items });
const integer = { type: 'integer' };

const texts = list({ type: 'string' });
const number = { type: 'number' };

/** The two bounds of a filter, both inclusive. */
function between(name: string, what: string, schema: object) {
  return {
    [`${name}_min`]: { description: `At least this ${what}.`, schema },
    [`${name}_max`]: { description: `At most this ${what}.`, schema },
  };
}

const withOrWithout = (what: string) => ({
  description: `Only members with ${what}, or only those without.`,
  schema: { type: 'boolean' },
});

/** The first and the last day of a filter, in UTC. */
function days(name: string, what: string) {
  return {
    [`${name}_from`]: { description: `${what} on this UTC day or later, such as \`2026-01-31\`.` },
    [`${name}_to`]: { description: `${what} on this UTC day or earlier.` },
  };
}

const filters: Record<string, Partial<ParameterDocumentation>> = {
  q: {
    description:
      'Words that all have to begin a word of a name, the email address, the phone number or an id. If no member matches like this, those that match with a typo are similar, and a list has them instead. A word with a digit never matches with a typo.',
    example: 'ada',
  },
  similar: {
    description:
      '`include`: similar members, too, after the others. A job that selects members by a search takes none of them without it.',
  },
  status: {
    description: 'Only these statuses.',
    schema: list({ type: 'string', enum: MEMBER_STATUSES }),
  },
  tier: { description: 'Only these tiers, by id.', schema: texts },
  tag: { description: 'Only members with any of these tags.', schema: texts },
  tag_all: { description: 'Only members with all of these tags.', schema: texts },
  tag_none: { description: 'Only members with none of these tags.', schema: texts },
  country: { description: 'Only these countries, as the members have them.', schema: texts },
  state: { description: 'Only these states.', schema: texts },
  city: { description: 'Only these cities.', schema: texts },
  language: { description: 'Only these preferred languages.', schema: texts },
  gender: { description: 'Only these genders.', schema: texts },
  subscription: {
    description: 'Only these email subscriptions.',
    schema: list({ type: 'string', enum: EMAIL_SUBSCRIPTION_STATUSES }),
  },
  birthday_month: {
    description: 'Only members with a birthday in these months, 1 to 12.',
    schema: list({ type: 'string', enum: MONTHS }),
  },
  ...Object.fromEntries(
    [
      ['status', 'statuses'],
      ['tier', 'tiers'],
      ['country', 'countries'],
      ['state', 'states'],
      ['city', 'cities'],
      ['language', 'preferred languages'],
      ['gender', 'genders'],
      ['subscription', 'email subscriptions'],
      ['birthday_month', 'birthday months'],
    ].map(([name, what]) => [
      `${name}_not`,
      {
        description: `Only members with none of these ${what}, also those without one.`,
        schema: texts,
      },
    ]),
  ),
  has_birthday: withOrWithout('a birthday'),
  has_email: withOrWithout('an email address'),
  has_phone: withOrWithout('a phone number'),
  ...between('points', 'many available points', integer),
  ...between('lifetime_points', 'many points earned so far', integer),
  ...between('purchases', 'many purchases', integer),
  ...between('redemptions', 'many redemptions', integer),
  ...between('revenue', 'revenue', number),
  ...days('enrolled', 'Enrolled'),
  ...days('changed', 'Last changed'),
  ...days('first_purchase', 'First purchase'),
  ...days('last_purchase', 'Last purchase'),
  expiring_within: {
    description: 'Only members with points that expire within this many days.',
    schema: { type: 'integer', minimum: 0, maximum: EXPIRING_WITHIN_MAX },
  },
  expiring_month: {
    description:
      'Only members with points that expire in this UTC month, the members of a month of points owed. The current month includes points whose day has passed.',
    schema: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
  },
  referrer: { description: 'Only members that the member with this `id` or `member_id` referred.' },
};

const FILTER_RULES =
  'All filters have to match. Lists are separated by commas; a comma or backslash in a value has a backslash in front of it. ' +
  'Custom attributes are filters too: `attribute.<key>` takes a list of exact values, `attribute_not.<key>` excludes ' +
  'them, `attribute_min.<key>` and `attribute_max.<key>` are bounds of one that is a number: at most ' +
  `${ATTRIBUTE_CONDITIONS_MAX} such filters with ${ATTRIBUTE_VALUES_MAX} values in all of them. An attribute counts with its first ${ATTRIBUTE_VALUES_OF_MEMBER_MAX} values of a member.`;

export const directoryOperations: readonly OperationDocumentation[] = [
  {
    endpoint: listDirectoryMembers,
    summary: 'Search and list members',
    description:
      'Searches a copy of the members that the gateway keeps. Changes made through the gateway are in it before their ' +
      'response, others within a minute by default; `directory` says how recent it is. ' +
      FILTER_RULES,
    parameters: {
      ...filters,
      sort: {
        description:
          "The order; `-` for descending. Default: `relevance` with `q`, which it needs, otherwise `name`. `tier` begins with the lowest tier, `-tier` with the highest; members without one come last. Other loyalty services don't say which tier is higher: theirs are in the order of their names.",
      },
      fields: {
        description:
          'Further fields of the items: those of a member, `custom_attributes.<key>`, and `next_expiration`, the next ' +
          'entry of `points_expiration_schedule`. A member without one has it left out.',
      },
      total: {
        description:
          '`false` leaves out what takes long among many members: `total` is null if it is not known without counting. ' +
          '`about` estimates it instead, from a sample: then the response has `total_about`.',
      },
    },
    responses: { 200: 'A page of members.' },
  },
  {
    endpoint: getDirectoryFacets,
    summary: 'Count members by status, tier, tag and month',
    description: `Counts the members that match the same filters as the search. ${FILTER_RULES}`,
    parameters: filters,
    responses: { 200: 'The counts.' },
  },
  {
    endpoint: listDirectoryAttributes,
    summary: 'List custom attributes in use',
    description:
      'Lists the custom attributes that members have, each with the kind of value that most of them have in it.',
    responses: { 200: 'The attributes, by key.' },
  },
  {
    endpoint: listDirectoryValues,
    summary: 'List the values that a filter can have',
    description: `Lists the values that members have of the filters with exact values: the ${DIRECTORY_VALUES_MAX} most frequent of each, with the number of members. With the same filters as the search, only those of the members that match. ${FILTER_RULES}`,
    parameters: {
      ...filters,
      field: {
        description: `Only values of this filter, or the ${ATTRIBUTE_VALUES_LISTED_MAX} most frequent of \`custom_attributes.<key>\`.`,
        example: 'country',
      },
      q: { description: 'Only values that contain this, in upper or lower case.' },
      search: { description: 'What `q` is in lists of members.' },
    },
    responses: { 200: 'The values.' },
  },
  {
    endpoint: getPointsOwed,
    summary: 'Add up the points that members have, by the month in which they expire',
    description:
      'Adds up the points of the members that match the same filters as the search. If the loyalty service is ' +
      "Patron's, `statement` says how the points of all members changed in each of the last 24 months; it has no " +
      'filters, and keeps the points of deleted members until they expire. The path with `.csv` returns the months ' +
      'as CSV, and that with `/statement.csv` the statement.',
    parameters: filters,
    responses: { 200: 'The sums.', ...loyaltyServiceErrors },
  },
  {
    endpoint: setPointValue,
    summary: 'Set what a point is worth',
    description:
      "Sets what a point costs the brand, which the console multiplies points with. It's only for display.",
    body: { amount: 0.01, currency: 'USD' },
    responses: { 200: 'The value.' },
  },
];
