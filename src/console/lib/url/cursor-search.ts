import * as z from 'zod/mini';
import { readSearch, type SearchSchema, writeSearch } from './search-params.ts';

const PAGE_SIZE = 50;

/** Search parameters of a list whose pages are found by cursors. */
export const cursorFields = {
  /** Undefined on the first page. */
  cursor: z.catch(z.optional(z.string().check(z.trim(), z.minLength(1))), undefined),
  /** Position of the page's first row in the whole list, from 1. */
  from: z.catch(z.coerce.number().check(z.int(), z.minimum(1)), 1),
};

/**
 * Reads the state of a list from its URL and writes it.
 *
 * @param schema the `cursorFields` and the list's filters, which need a default
 */
export function cursorSearch<Schema extends SearchSchema>(schema: Schema) {
  type View = z.output<Schema> & { readonly count: number };
  return {
    parse(search: URLSearchParams): View {
      const view = readSearch(schema, search);
      const from = view.cursor === undefined ? 1 : view.from;
      return { ...view, from, count: PAGE_SIZE };
    },
    /** The query string, without a question mark and without defaults. */
    write({ count: _fixed, ...view }: View): string {
      const changes = view as Partial<z.output<Schema>>;
      return writeSearch(schema, new URLSearchParams(), changes).toString();
    },
  };
}
