import * as z from 'zod/mini';
import {
  EMAIL_SUBSCRIPTION_STATUSES,
  MEMBER_STATUSES,
  memberSchema,
} from '#contract/loyalty/members/member.ts';
import { ID_MAX_LENGTH, text } from '#contract/text.ts';
import { wireSchemas } from '#contract/wire-schemas.ts';
import {
  type AttributeFilterName,
  attributeValue,
  findAttributeExcess,
  isAttributeFilter,
  readAttributeFilter,
} from './attribute-filters.ts';
import {
  days,
  decimal,
  integer,
  isoDay,
  isoMonth,
  listOf,
  listOfEnum,
  yesOrNo,
} from './filter-values.ts';

// The filters of the directory, as query parameters and in the selection of a job (decisions.md, 61).

const SEARCH_MIN_LENGTH = 2;
const SEARCH_MAX_LENGTH = 200;
/** A character of a script without spaces between words, in which one can be a whole name. */
const NAME_CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** Whether a text is long enough to search for (decisions.md, 42). */
export function isSearchable(q: string): boolean {
  const text = q.trim().normalize('NFC');
  return text.length >= SEARCH_MIN_LENGTH || NAME_CHARACTER.test(text);
}

const texts = () => z.optional(listOf(text(ID_MAX_LENGTH)));

/** The months of a year, January first. */
export const MONTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

/** Filters by exact values that each member has at most one of. */
export const VALUE_FILTERS = {
  country: texts(),
  state: texts(),
  city: texts(),
  /** `preferred_language`. */
  language: texts(),
  gender: texts(),
  /** `email_subscription_status`. */
  subscription: z.optional(listOfEnum(EMAIL_SUBSCRIPTION_STATUSES)),
  /** Of the birthdate. */
  birthday_month: z.optional(listOfEnum(MONTHS)),
  has_email: z.optional(yesOrNo),
  has_phone: z.optional(yesOrNo),
};
/** Members without any of the values, also those without a value. */
const EXCLUDING_FILTERS = {
  status_not: z.optional(listOfEnum(MEMBER_STATUSES)),
  tier_not: texts(),
  country_not: texts(),
  state_not: texts(),
  city_not: texts(),
  language_not: texts(),
  gender_not: texts(),
  subscription_not: z.optional(listOfEnum(EMAIL_SUBSCRIPTION_STATUSES)),
  birthday_month_not: z.optional(listOfEnum(MONTHS)),
};

export const VALUE_FIELDS = Object.keys(VALUE_FILTERS) as (keyof typeof VALUE_FILTERS)[];
export type ValueField = (typeof VALUE_FIELDS)[number];

/** Filters by a list of values that have a twin `<name>_not`. */
export const LIST_FIELDS = [
  'status',
  'tier',
  'country',
  'state',
  'city',
  'language',
  'gender',
  'birthday_month',
  'subscription',
] as const;
export type ListField = (typeof LIST_FIELDS)[number];

/** UTC days, both inclusive. */
const DATE_FILTERS = {
  enrolled_from: z.optional(isoDay),
  enrolled_to: z.optional(isoDay),
  changed_from: z.optional(isoDay),
  changed_to: z.optional(isoDay),
  first_purchase_from: z.optional(isoDay),
  first_purchase_to: z.optional(isoDay),
  last_purchase_from: z.optional(isoDay),
  last_purchase_to: z.optional(isoDay),
};

/** Both inclusive. Members without the value don't match. */
const NUMBER_FILTERS = {
  points_min: z.optional(integer),
  points_max: z.optional(integer),
  lifetime_points_min: z.optional(integer),
  lifetime_points_max: z.optional(integer),
  purchases_min: z.optional(integer),
  purchases_max: z.optional(integer),
  redemptions_min: z.optional(integer),
  redemptions_max: z.optional(integer),
  revenue_min: z.optional(decimal),
  revenue_max: z.optional(decimal),
};

export const searchText = z.optional(
  text(SEARCH_MAX_LENGTH).check(
    z.refine(isSearchable, { error: `Must have at least ${SEARCH_MIN_LENGTH} characters` }),
  ),
);

const directoryFilters = {
  /** Words that must all match (decisions.md, 42). */
  q: searchText,
  /** With `q`: also members that match only with a typo. Without it, a job selects none of them. */
  similar: z.optional(z.enum(['include'], { error: 'Must be include' })),
  status: z.optional(listOfEnum(MEMBER_STATUSES)),
  /** Tier ids. */
  tier: texts(),
  /** Members with any of these. */
  tag: texts(),
  /** Members with all of these. */
  tag_all: texts(),
  /** Members with none of these. */
  tag_none: texts(),
  ...VALUE_FILTERS,
  ...EXCLUDING_FILTERS,
  has_birthday: z.optional(yesOrNo),
  ...NUMBER_FILTERS,
  ...DATE_FILTERS,
  /** Days: at least one point expires by then. */
  expiring_within: z.optional(days),
  /**
   * A UTC month, `YYYY-MM`: points expire in it, as in the months of points owed. The current month also has
   * points whose day has passed, until the service takes them away.
   */
  expiring_month: z.optional(isoMonth),
  /** The `id` or `member_id` of a member: the members that they referred. */
  referrer: z.optional(text(ID_MAX_LENGTH)),
};
/** The names of all filters but those by custom attributes. */
export const FILTER_NAMES: readonly string[] = Object.keys(directoryFilters);
type KnownFilters = z.output<z.ZodMiniObject<typeof directoryFilters>>;

/** The known filters and those by custom attributes. */
export type DirectoryFilter = KnownFilters & { [Name in AttributeFilterName]?: string[] | number };

/** As it is sent: lists as arrays or separated by commas. */
export type FilterInput = z.input<z.ZodMiniObject<typeof directoryFilters>> & {
  [Name in AttributeFilterName]?: z.input<typeof attributeValue>;
};

/**
 * The filters with other parameters. Parameters that are neither are rejected, except those of custom
 * attributes.
 */
export function directoryQuery<Shape extends z.core.$ZodShape>(others: Shape) {
  const shape = { ...directoryFilters, ...others };
  const schema = z.catchall(z.object(shape), attributeValue).check(({ value, issues }) => {
    const names = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
    const keys = names.filter((name) => !isAttributeFilter(name));
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value });
    const read = names.filter(isAttributeFilter).map((name) => ({
      name,
      ...readAttributeFilter(name, attributesOf(value)[name] as string),
    }));
    for (const { name, error } of read) {
      if (error === undefined) continue;
      issues.push({ code: 'custom', message: error, input: value, path: [name] });
    }
    const excess = findAttributeExcess(
      Object.fromEntries(
        read.flatMap((each) => ('value' in each ? [[each.name, each.value]] : [])),
      ),
    );
    if (excess !== undefined) {
      const path = [read.at(-1)?.name ?? ''];
      issues.push({ code: 'custom', message: excess, input: value, path });
    }
  });
  // TypeScript has no type for optional fields beside others of one type; generated clients need one.
  schema.register(z.globalRegistry, {
    description:
      'Filters by custom attributes are named `attribute.<key>` and `attribute_not.<key>`; of numbers also `attribute_min.<key>` and `attribute_max.<key>`.',
    additionalProperties: true,
  });
  const parsed = z.pipe(
    schema,
    z.transform((value) =>
      Object.fromEntries(
        Object.entries(value).map(([name, given]) => [
          name,
          isAttributeFilter(name) ? readValue(readAttributeFilter(name, given as string)) : given,
        ]),
      ),
    ),
  );
  type Others = z.ZodMiniObject<Shape>;
  return parsed as unknown as z.ZodMiniType<
    DirectoryFilter & z.output<Others>,
    FilterInput & z.input<Others>
  >;
}

const attributesOf = (value: object) => value as Record<string, unknown>;
const readValue = (read: ReturnType<typeof readAttributeFilter>) =>
  'value' in read ? read.value : undefined;

export const directoryFilterSchema = directoryQuery({}) as unknown as z.ZodMiniType<
  DirectoryFilter,
  FilterInput
>;

/** Fields that are computed from others of a member. */
const DERIVED_FIELDS = ['next_expiration'];
const FIELD_NAMES = new Set([...Object.keys(memberSchema.shape), ...DERIVED_FIELDS]);
export const ATTRIBUTE_FIELD_PREFIX = 'custom_attributes.';

/** Further fields of the items: those of a member, `next_expiration`, and `custom_attributes.<key>`. */
export const directoryFields = listOf(
  text(ID_MAX_LENGTH + ATTRIBUTE_FIELD_PREFIX.length).check(
    z.refine(
      (name) =>
        FIELD_NAMES.has(name) ||
        (name.startsWith(ATTRIBUTE_FIELD_PREFIX) && name !== ATTRIBUTE_FIELD_PREFIX),
      { error: 'Must be fields of a member, next_expiration or custom_attributes.<key>' },
    ),
  ),
).register(wireSchemas, { type: 'array', items: { type: 'string' } });
