import * as z from 'zod/mini';

/** Activities a page. */
export const PAGE_SIZE = 100;

const viewSchema = z.object({
  start: z.catch(z.pipe(z.coerce.number(), z.int().check(z.nonnegative())), 0),
  language: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
});

/**
 * What the activities list shows: `start` is an index into the list, from 0; `language` a store
 * language, in which names and texts come where the program has them.
 */
export type ActivitiesView = z.output<typeof viewSchema>;

/** Reads the address; what makes no sense is the first page. */
export function parseActivitiesView(search: URLSearchParams): ActivitiesView {
  return viewSchema.parse(Object.fromEntries(search));
}

/** The address's query for a view, without a question mark; defaults are left out. */
export function activitiesSearch({ start, language }: ActivitiesView): string {
  const search = new URLSearchParams();
  if (start !== 0) search.set('start', String(start));
  if (language !== undefined) search.set('language', language);
  return search.toString();
}
