import * as z from 'zod/mini';
import { searchTextField } from '#console/api/lists/page-search-fields.ts';

export const PAGE_SIZE = 100;

const viewSchema = z.object({
  start: z.catch(z.pipe(z.coerce.number(), z.int().check(z.nonnegative())), 0),
  q: searchTextField,
  language: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
});

/**
 * The state of the activities list in its URL: `start` is an index into the list, from 0; `q`
 * is the text of a search; `language` is the store language of names and texts.
 */
export type ActivitiesView = z.output<typeof viewSchema>;

/** Parses the URL. Invalid parameters get their default. */
export function parseActivitiesView(search: URLSearchParams): ActivitiesView {
  return viewSchema.parse(Object.fromEntries(search));
}

/** The query string of a view, without a question mark. Defaults are omitted. */
export function activitiesSearch({ start, q, language }: ActivitiesView): string {
  const search = new URLSearchParams();
  if (start !== 0) search.set('start', String(start));
  if (q !== undefined) search.set('q', q);
  if (language !== undefined) search.set('language', language);
  return search.toString();
}
