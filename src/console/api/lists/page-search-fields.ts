import * as z from 'zod/mini';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '#contract/json-api.ts';

function wholeNumber(maximum: number, fallback: number) {
  return z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximum)), fallback);
}

/** Search parameters of a list with numbered pages. Invalid values fall back to the defaults. */
export const pageSearchFields = {
  page: wholeNumber(999_999_999, 1),
  size: wholeNumber(PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT),
};

export const searchTextField = z.catch(
  z.optional(z.string().check(z.trim(), z.minLength(1))),
  undefined,
);
