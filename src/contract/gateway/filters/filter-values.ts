import * as z from 'zod/mini';
import { ID_MAX_LENGTH, limitedString } from '#contract/text.ts';

// The kinds of values that filters have: text in a URL, in a request body also what they mean.

const LISTED_VALUES_MAX = 200;
const LIST_MAX_LENGTH = 8_192;
/** Points that expire later than in this many days can't be selected. */
export const EXPIRING_WITHIN_MAX = 3_650;
/** Months in which points expire, this one included, that points owed lists. */
export const OWED_MONTHS = 24;

/**
 * Splits at commas. A backslash is in front of a comma or a backslash that belongs to a value: `Washington\, D.C.`.
 * Drops duplicates and empty values.
 */
export function splitList(given: string | readonly string[]): string[] {
  const values: readonly string[] =
    typeof given === 'string'
      ? (given.match(/(?:\\.|[^,])+/gs) ?? []).map((value) => value.replace(/\\([\\,])/g, '$1'))
      : given;
  return [...new Set(values.map((each) => each.trim()))].filter((each) => each !== '');
}

/** The values as a comma-separated list, which `splitList` reads. */
export function joinList(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(',');
}

export const listText = z.union([
  limitedString(LIST_MAX_LENGTH),
  z.array(limitedString(ID_MAX_LENGTH)).check(z.maxLength(LISTED_VALUES_MAX)),
]);

/** A comma-separated list, or an array in a request body. Duplicates and empty values are dropped. */
export function listOf<Value extends string>(value: z.ZodMiniType<Value, string>) {
  return z.pipe(
    z.pipe(
      listText,
      z.transform((given: string | string[]) => splitList(given)),
    ),
    z.array(value).check(z.maxLength(LISTED_VALUES_MAX)),
  );
}

export function listOfEnum<const Value extends string>(values: readonly Value[]) {
  return listOf(z.enum(values, { error: `Must be one or more of ${values.join(', ')}` }));
}

const NOT_AN_INTEGER = { error: 'Must be an integer' };
const NOT_A_NUMBER = { error: 'Must be a number such as 12.5' };

export const integer = z.pipe(
  z.union(
    [limitedString(16).check(z.regex(/^-?\d{1,15}$/, NOT_AN_INTEGER)), z.int()],
    NOT_AN_INTEGER,
  ),
  z.transform((value: string | number) => Number(value)),
);
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
export const decimal = z.pipe(
  z.union([limitedString(32).check(z.regex(NUMBER, NOT_A_NUMBER)), z.number()], NOT_A_NUMBER),
  z.transform((value: string | number) => Number(value)),
);

const NOT_DAYS = { error: `Must be a whole number of days from 0 to ${EXPIRING_WITHIN_MAX}` };
export const days = z.pipe(
  integer,
  z.int(NOT_DAYS).check(z.minimum(0, NOT_DAYS), z.maximum(EXPIRING_WITHIN_MAX, NOT_DAYS)),
);

export const isoDay = limitedString(10).check(
  z.refine(
    (given) => {
      const day = new Date(/^(?!0000)\d{4}-\d\d-\d\d$/.test(given) ? given : Number.NaN);
      return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given);
    },
    { error: 'Must be a day such as 2026-01-31' },
  ),
);

export const isoMonth = limitedString(7).check(
  z.regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, { error: 'Must be a month such as 2026-01' }),
);

const NOT_A_BOOLEAN = { error: 'Must be true or false' };
export const yesOrNo = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'], NOT_A_BOOLEAN)], NOT_A_BOOLEAN),
  z.transform((value: boolean | 'true' | 'false') => String(value) === 'true'),
);
