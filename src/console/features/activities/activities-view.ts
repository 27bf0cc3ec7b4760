import * as z from 'zod/mini';
import { searchTextField } from '#console/api/lists/page-search-fields.ts';
import { readSearch } from '#console/lib/url/search-params.ts';

export const PAGE_SIZE = 100;

export const ACTIVITY_STATUSES = ['active', 'inactive'] as const;

/**
 * The state of the activities list in its URL: `start` is an index into the list, from 0; `q`
 * is the text of a search; `language` is the store language of names and texts.
 */
export const activitiesViewSchema = z.object({
  start: z.catch(z.pipe(z.coerce.number(), z.int().check(z.nonnegative())), 0),
  q: searchTextField,
  status: z.catch(z.optional(z.enum(ACTIVITY_STATUSES)), undefined),
  language: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
});
export type ActivitiesView = z.output<typeof activitiesViewSchema>;

/** Parses the URL. Invalid parameters get their default. */
export function parseActivitiesView(search: URLSearchParams): ActivitiesView {
  return readSearch(activitiesViewSchema, search);
}

/** Whether only a part of the list is shown. The API can't filter, so the console does. */
export function isFiltered({ q, status }: ActivitiesView): boolean {
  return q !== undefined || status !== undefined;
}
