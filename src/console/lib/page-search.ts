import * as z from 'zod/mini';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '#contract/advocacy/json-api.ts';

function wholeNumber(maximum: number, fallback: number) {
  return z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maximum)), fallback);
}

/** The page of an offset list, as it stands in the address. */
export const pageSearch = {
  page: wholeNumber(999_999_999, 1),
  size: wholeNumber(PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT),
};

export interface PageSearch {
  /** From 1. */
  readonly page: number;
  /** Rows a page. */
  readonly size: number;
}
