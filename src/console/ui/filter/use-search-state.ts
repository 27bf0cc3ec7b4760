import { useSearchParams } from 'react-router';
import type * as z from 'zod/mini';

type SearchSchema = z.ZodMiniObject;

/**
 * Reads a page's state out of the query of its address. Every member of the schema has to bring a
 * default (`z.catch`), so that a bad value is the default rather than an error.
 */
export function readSearch<Schema extends SearchSchema>(
  schema: Schema,
  params: URLSearchParams,
): z.output<Schema> {
  return schema.parse(Object.fromEntries(params)) as z.output<Schema>;
}

/** The query with some of its state changed; what is at its default is left out of the address. */
export function writeSearch<Schema extends SearchSchema>(
  schema: Schema,
  params: URLSearchParams,
  change: Partial<z.output<Schema>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const defaults = readSearch(schema, new URLSearchParams()) as Record<string, unknown>;
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === defaults[name]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** The state of a list in its address, and the way to change it; each change can be gone back on. */
export function useSearchState<Schema extends SearchSchema>(schema: Schema) {
  const [params, setParams] = useSearchParams();
  return {
    search: readSearch(schema, params),
    changeSearch: (change: Partial<z.output<Schema>>) =>
      setParams((current) => writeSearch(schema, current, change), { preventScrollReset: true }),
  };
}
