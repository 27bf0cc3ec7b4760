import type * as z from 'zod/mini';
import type { Endpoint, ResponseOf } from './endpoint.ts';
import { type Definition, read, readerOf } from './reader.ts';
import type { ReadOf } from './readers/reader-types.ts';

/**
 * Reads the body of a successful response. Undefined if it isn't such a response: then `cause` may say
 * why. A write has succeeded, whatever its response: an item without identity is used in its place.
 */
export function readResponse<E extends Pick<Endpoint, 'response' | 'isPublished' | 'method'>>(
  { response, isPublished, method }: E,
  body: unknown,
): { readonly body: ResponseOf<E> | undefined; readonly cause?: unknown } {
  if (!response) return { body: undefined };
  if (isPublished) {
    const known = read(response, body);
    const result = method === 'GET' ? known : (known ?? unreadResponse(response, body));
    return { body: result as ResponseOf<E> | undefined };
  }
  const { data, error } = response.safeParse(body);
  return { body: data as ResponseOf<E> | undefined, cause: error };
}

/**
 * Used as the response of a successful write whose body can't be read: an item without identity.
 * Undefined if the schema has no item.
 */
function unreadResponse<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): ReadOf<Schema> | undefined {
  const { options } = schema._zod.def as unknown as Definition;
  return (options?.[0] ? unreadResponse(options[0], body) : readData(schema, body)) as never;
}

function readData(schema: z.ZodMiniType, body: unknown): unknown {
  const { shape } = schema._zod.def as unknown as Definition;
  const { placeholder } = shape?.data ? readerOf(shape.data) : {};
  return placeholder && read(schema, { data: placeholder(body ?? null, 0) });
}
