import * as z from 'zod/mini';

export type SearchSchema = z.ZodMiniObject;

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
  for (const name of unreadableParams(schema, params)) next.delete(name);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === defaults[name]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** The parameters whose values can't be read: they fall back to their defaults. */
export function unreadableParams(schema: SearchSchema, params: URLSearchParams): string[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const isUnreadable =
      params.has(name) &&
      field instanceof z.ZodMiniCatch &&
      !z.safeParse(field.def.innerType, params.get(name)).success;
    return isUnreadable ? [name] : [];
  });
}
