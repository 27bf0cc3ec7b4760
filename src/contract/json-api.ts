import * as z from 'zod/mini';
import { ID_MAX_LENGTH, limitedString, text } from './text.ts';
import { wireSchemas } from './wire-schemas.ts';

/** The media type of every request and response body (advocacy.md, What the service does). */
export const JSON_API_MEDIA_TYPE = 'application/vnd.api+json';

/** ISO 8601 in UTC, with milliseconds. */
export const timestampSchema = z.string();

/** URLs of a list's pages; null if there is no such page (decisions.md, 2). */
export const pageLinksSchema = z.looseObject({
  self: z.string(),
  first: z.string(),
  next: z.nullable(z.string()),
  prev: z.nullable(z.string()),
});

export const resourceLinksSchema = z.looseObject({ self: z.optional(z.string()) });

export const resourceIdentifierSchema = z.looseObject({ type: z.string(), id: z.string() });

/** A to-many relationship, with the given `meta`. */
export function toMany<Meta extends z.ZodMiniType>(meta: Meta) {
  return z.looseObject({ data: z.array(resourceIdentifierSchema), meta });
}

/** A to-one relationship; null if empty. */
export const toOneSchema = z.looseObject({ data: z.nullable(resourceIdentifierSchema) });

/** A resource of any type in `included`. */
export const anyResourceSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.optional(z.record(z.string(), z.unknown())),
  relationships: z.optional(z.record(z.string(), z.unknown())),
  links: z.optional(resourceLinksSchema),
  meta: z.optional(z.record(z.string(), z.unknown())),
});
export type AnyResource = z.output<typeof anyResourceSchema>;

/** The response with one resource. */
export function documentOf<Resource extends z.ZodMiniType>(resource: Resource) {
  return z.looseObject({ data: resource, included: z.optional(z.array(anyResourceSchema)) });
}

/** The response with one page of a list. */
export function pageOf<Resource extends z.ZodMiniType>(resource: Resource) {
  return z.looseObject({
    data: z.array(resource),
    links: pageLinksSchema,
    included: z.optional(z.array(anyResourceSchema)),
    meta: z.optional(z.looseObject({ total: z.optional(z.number()) })),
  });
}

/** The response with a list that isn't paged. */
export function listOf<Resource extends z.ZodMiniType>(resource: Resource) {
  return z.looseObject({
    data: z.array(resource),
    links: z.optional(z.looseObject({ self: z.string() })),
    included: z.optional(z.array(anyResourceSchema)),
  });
}

/** The rules of a team, in `meta.rule` of the 403 of a request that doesn't meet one (decisions.md, 67). */
export const RULES = ['second_step', 'session', 'network'] as const;
export type Rule = (typeof RULES)[number];

/** One error object (advocacy.md, Errors). */
export const errorObjectSchema = z.looseObject({
  code: z.optional(z.string()),
  title: z.optional(z.string()),
  status: z.optional(z.string()),
  detail: z.optional(z.string()),
  source: z.optional(
    z.looseObject({ pointer: z.optional(z.string()), parameter: z.optional(z.string()) }),
  ),
});
export type ErrorObject = z.output<typeof errorObjectSchema>;

/** 403: the id_token is missing or invalid; confirming the password again helps (decisions.md, 8). */
export const STEP_UP_REQUIRED_CODE = '403';

/** Any other 403: the scope, the role or the state forbids it (decisions.md, 8). */
export const FORBIDDEN_CODE = '4030000';

/** 502 that only the operator can fix, such as rejected keys: repeating the request doesn't help. */
export const CONFIGURATION_CODE = '5020000';

export const errorDocumentSchema = z.looseObject({ errors: z.array(errorObjectSchema) });

export const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 100;
/** Far past the end of any list, and small enough that the row offset is a safe integer. */
const PAGE_NUMBER_MAX = Math.floor(Number.MAX_SAFE_INTEGER / PAGE_SIZE_MAX);

/** The longest number in a URL. */
const NUMBER_MAX_LENGTH = 1000;

/** Digits, as in a URL, or a number. */
function digits(error: string) {
  const text = limitedString(NUMBER_MAX_LENGTH, error).check(z.regex(/^[1-9]\d*$/, { error }));
  return z.union([text, z.number()], { error });
}

/** An integer from 1 to `maximum`. */
export function positiveInteger(maximum: number) {
  const error = `Must be an integer from 1 to ${maximum}`;
  return z
    .pipe(
      digits(error),
      z.pipe(
        z.transform((value: string | number) => Number(value)),
        z.int({ error }).check(z.minimum(1, { error }), z.maximum(maximum, { error })),
      ),
    )
    .register(wireSchemas, { type: 'integer', minimum: 1, maximum });
}

/** An integer of 1 or more; pages past the end are empty (decisions.md, 2). */
const pageNumber = z
  .pipe(
    digits('Must be a positive integer'),
    z.pipe(
      z.transform((value: string | number) => Math.min(Number(value), PAGE_NUMBER_MAX)),
      z.int().check(z.minimum(1)),
    ),
  )
  .register(wireSchemas, { type: 'integer', minimum: 1 });

/** `page[size]` and `page[number]` (decisions.md, 2). */
export const pageParameters = {
  'page[size]': z._default(positiveInteger(PAGE_SIZE_MAX), PAGE_SIZE_DEFAULT),
  'page[number]': z._default(pageNumber, 1),
};

/** The longest comma-separated list in a URL. */
const LIST_MAX_LENGTH = 4096;

/** A comma-separated list of allowed values, parsed as an array without duplicates. */
function commaSeparated<const Value extends string>(
  values: readonly Value[],
): z.ZodMiniType<Value[], string> {
  const allowed = new Set<string>(values);
  return z
    .pipe(
      limitedString(LIST_MAX_LENGTH),
      z.transform((text: string) => [...new Set(text.split(',').filter((value) => value !== ''))]),
    )
    .check(
      z.refine((list) => list.every((value) => allowed.has(value)), {
        error: `Must be one of: ${values.join(', ')}`,
      }),
    )
    .register(wireSchemas, {
      type: 'array',
      items: { type: 'string', enum: values },
    }) as unknown as z.ZodMiniType<Value[], string>;
}

/** `include`: undefined if the parameter is absent, which is not the same as an empty list. */
export function includeParameter<const Path extends string>(paths: readonly Path[]) {
  return { include: z.optional(commaSeparated(paths)) };
}

/** `sort`: attribute names, with `-` for descending order. An empty list means the default. */
export function sortParameter<const Key extends string>(
  keys: readonly Key[],
  fallback: Key | `-${Key}`,
) {
  const directions = keys.flatMap((key) => [key, `-${key}` as const]);
  const named = z.pipe(
    commaSeparated<Key | `-${Key}`>(directions),
    z.transform((keys) => (keys.length > 0 ? keys : [fallback])),
  );
  return { sort: z._default(named, [fallback]) };
}

/** `filter[member]`: exact values, separated by commas for any of them (decisions.md, 4). */
export function filterParameters<const Member extends string>(members: readonly Member[]) {
  const shape = Object.fromEntries(
    members.map((member) => [`filter[${member}]`, z.optional(text(LIST_MAX_LENGTH))]),
  );
  return shape as { [Key in `filter[${Member}]`]: z.ZodMiniOptional<z.ZodMiniString> };
}

/** The step-up token of sensitive writes. Optional here because the service responds 403 without it. */
export const idTokenParameter = { id_token: z.optional(limitedString(4096)) };

export const noParams = z.object({});

/** Query parameters; unknown ones are 400 (decisions.md, 3). */
export const strictQuery = z.strictObject;

/** The document of a request that creates a resource. */
export function createDocument<Type extends string, Attributes extends z.ZodMiniType>(
  type: Type,
  attributes: Attributes,
) {
  return z.object({ data: z.object({ type: z.literal(type), attributes }) });
}

/** The document of a request that updates a resource. */
export function updateDocument<Type extends string, Attributes extends z.ZodMiniType>(
  type: Type,
  attributes: Attributes,
) {
  return z.object({
    data: z.object({ type: z.literal(type), id: text(ID_MAX_LENGTH), attributes }),
  });
}
