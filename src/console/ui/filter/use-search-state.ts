import { useSearchParams } from 'react-router';
import type * as z from 'zod/mini';

type SearchSchema = z.ZodMiniObject;

/** Parses a page's state from the URL. Each property of the schema needs a default (`z.catch`). */
export function readSearch<Schema extends SearchSchema>(
  schema: Schema,
  params: URLSearchParams,
): z.output<Schema> {
  return schema.parse(Object.fromEntries(params)) as z.output<Schema>;
}

/** The query string with changed state. Defaults are left out. */
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

/** A list's state, kept in the URL. Each change adds a history entry. */
export function useSearchState<Schema extends SearchSchema>(schema: Schema) {
  const [params, setParams] = useSearchParams();
  return {
    search: readSearch(schema, params),
    changeSearch: (change: Partial<z.output<Schema>>) =>
      setParams((current) => writeSearch(schema, current, change), { preventScrollReset: true }),
  };
}
