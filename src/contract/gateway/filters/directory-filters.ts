import * as z from 'zod/mini';
import {
  EMAIL_SUBSCRIPTION_STATUSES,
  MEMBER_STATUSES,
  memberSchema,
} from '#contract/loyalty/members/member.ts';
import { ID_MAX_LENGTH, isStorable, text } from '#contract/text.ts';
import { wireSchemas } from '#contract/wire-schemas.ts';
import {
  days,
  decimal,
  integer,
  isoDay,
  isoMonth,
  listOf,
  listOfEnum,
  listText,
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

const ATTRIBUTES_MAX = 50;

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
export const VALUE_FIELDS = Object.keys(VALUE_FILTERS) as (keyof typeof VALUE_FILTERS)[];
export type ValueField = (typeof VALUE_FIELDS)[number];

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

const directoryFilters = {
  /** Words that must all match (decisions.md, 42). */
  q: z.optional(
    text(SEARCH_MAX_LENGTH).check(
      z.refine(isSearchable, {
        error: `Must have at least ${SEARCH_MIN_LENGTH} characters`,
      }),
    ),
  ),
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
type KnownFilters = z.output<z.ZodMiniObject<typeof directoryFilters>>;

export const ATTRIBUTE_FILTER_PREFIX = 'attribute.';
type AttributeName = `${typeof ATTRIBUTE_FILTER_PREFIX}${string}`;

/**
 * `attribute.<key>` has the exact values of a custom attribute; `attribute.<key>_min` and
 * `attribute.<key>_max` are bounds of one that is a number.
 */
export type DirectoryFilter = KnownFilters & { [Name in AttributeName]?: string[] | number };

/** As it is sent: lists as arrays or separated by commas. */
export type FilterInput = z.input<z.ZodMiniObject<typeof directoryFilters>> & {
  [Name in AttributeName]?: z.input<typeof attributeValue>;
};

export interface AttributeFilter {
  key: string;
  /** Any of these. */
  values: string[];
  min: number | undefined;
  max: number | undefined;
}

/** The filters by custom attributes; each key once. */
export function attributeFilters(filter: DirectoryFilter): AttributeFilter[] {
  const byKey = new Map<string, AttributeFilter>();
  for (const [name, value] of Object.entries(filter)) {
    if (!name.startsWith(ATTRIBUTE_FILTER_PREFIX) || value === undefined) continue;
    const { key, bound } = readAttributeName(name);
    const known = byKey.get(key) ?? { key, values: [], min: undefined, max: undefined };
    if (bound !== undefined) known[bound] = Number(value);
    else if (Array.isArray(value)) known.values = value;
    byKey.set(key, known);
  }
  return [...byKey.values()];
}

function readAttributeName(name: string) {
  const [, key = '', bound] = /^attribute\.(.*?)(?:_(min|max))?$/s.exec(name) ?? [];
  return { key, bound: bound as 'min' | 'max' | undefined };
}

const attributeValue = z.union([listText, z.number()]);

/** Reads `attribute.…`: the error, or the value of the filter. */
function readAttribute(name: string, given: z.output<typeof attributeValue>) {
  const { key, bound } = readAttributeName(name);
  if (key === '' || key.length > ID_MAX_LENGTH || !isStorable(key)) {
    return { error: 'Must name an attribute such as attribute.color' };
  }
  const parsed =
    bound === undefined
      ? z.safeParse(listOf(text(ID_MAX_LENGTH)), typeof given === 'number' ? String(given) : given)
      : z.safeParse(decimal, given);
  return parsed.success
    ? { value: parsed.data }
    : { error: parsed.error.issues[0]?.message ?? 'Is invalid' };
}

/**
 * The filters with other parameters. Parameters that are neither are rejected, except those of custom
 * attributes.
 */
export function directoryQuery<Shape extends z.core.$ZodShape>(others: Shape) {
  const shape = { ...directoryFilters, ...others };
  const schema = z.catchall(z.object(shape), attributeValue).check(({ value, issues }) => {
    const names = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
    const keys = names.filter((name) => !name.startsWith(ATTRIBUTE_FILTER_PREFIX));
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, input: value });
    if (names.length > ATTRIBUTES_MAX) {
      const message = `At most ${ATTRIBUTES_MAX} filters by attributes`;
      issues.push({ code: 'custom', message, input: value, path: [names[0] ?? ''] });
    }
    for (const name of names) {
      const { error } = readAttribute(name, attributesOf(value)[name] as string);
      if (error !== undefined && !keys.includes(name)) {
        issues.push({ code: 'custom', message: error, input: value, path: [name] });
      }
    }
  });
  // TypeScript has no type for optional fields beside others of one type; generated clients need one.
  schema.register(z.globalRegistry, {
    description: `Filters by custom attributes are named \`${ATTRIBUTE_FILTER_PREFIX}<key>\`; of numbers also with \`_min\` and \`_max\`.`,
    additionalProperties: true,
  });
  const parsed = z.pipe(
    schema,
    z.transform((value) =>
      Object.fromEntries(
        Object.entries(value).map(([name, given]) => [
          name,
          Object.hasOwn(shape, name) ? given : readAttribute(name, given as string).value,
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
