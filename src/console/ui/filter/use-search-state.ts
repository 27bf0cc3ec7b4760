import { useSearchParams } from 'react-router';
import type * as z from 'zod/mini';
import {
  readSearch,
  type SearchSchema,
  unreadableParams,
  writeSearch,
} from '#console/lib/url/search-params.ts';

/** A list's state, kept in the URL. Each change adds a history entry. */
export function useSearchState<Schema extends SearchSchema>(schema: Schema) {
  const [params, setParams] = useSearchParams();
  return {
    search: readSearch(schema, params),
    unreadable: unreadableParams(schema, params),
    /** @param options `replace` for changes that come with every key press */
    changeSearch: (change: Partial<z.output<Schema>>, options: { replace?: boolean } = {}) =>
      // Of the address, not of the last rendering: another change may have just been made.
      setParams(writeSearch(schema, new URLSearchParams(location.search), change), {
        preventScrollReset: true,
        ...options,
      }),
  };
}
