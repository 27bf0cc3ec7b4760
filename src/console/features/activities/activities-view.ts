import * as z from 'zod/mini';

/** Activities a page. */
export const PAGE_SIZE = 100;

const viewSchema = z.object({
  start: z.catch(z.pipe(z.coerce.number(), z.int().check(z.nonnegative())), 0),
});

/** What the activities list shows: `start` is an index into the list, from 0. */
export type ActivitiesView = z.output<typeof viewSchema>;

/** Reads the address; what makes no sense is the first page. */
export function parseActivitiesView(search: URLSearchParams): ActivitiesView {
  return viewSchema.parse(Object.fromEntries(search));
}

/** The address's query for a view, without a question mark. */
export function activitiesSearch({ start }: ActivitiesView): string {
  return start === 0 ? '' : new URLSearchParams({ start: String(start) }).toString();
}
