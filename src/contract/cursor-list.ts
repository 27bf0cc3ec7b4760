import * as z from 'zod/mini';
import { positiveInteger } from './json-api.ts';
import { text } from './text.ts';

export const LIST_COUNT_DEFAULT = 50;
export const LIST_COUNT_MAX = 200;
const CURSOR_MAX_LENGTH = 1024;

/** Paging parameters of Patron's own lists (decisions.md, 38). */
export const cursorParameters = {
  start_cursor: z.optional(text(CURSOR_MAX_LENGTH)),
  count: z._default(positiveInteger(LIST_COUNT_MAX), LIST_COUNT_DEFAULT),
};

/** A page of one of Patron's own lists. `total` counts all that match the filters, on any page. */
export function cursorListOf<Item extends z.ZodMiniType>(item: Item) {
  return z.looseObject({
    data: z.array(item),
    total: z.int(),
    next_cursor: z.nullable(z.string()),
    more: z.boolean(),
  });
}

/** One item of Patron's own APIs. */
export function itemOf<Item extends z.ZodMiniType>(item: Item) {
  return z.looseObject({ data: item });
}
