import * as z from 'zod/mini';
import { isStorable } from '#contract/text.ts';
import { invalidParameter } from './errors.ts';

/**
 * Parses query parameters by their endpoint's schema.
 * @throws {JsonApiError} 400 naming the parameter: unknown, repeated or with a wrong value.
 */
export function parseQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  query: unknown,
): z.output<Schema> {
  const given = { ...(query as Record<string, unknown>) };
  for (const [name, value] of Object.entries(given)) {
    if (Array.isArray(value)) throw invalidParameter(name, 'Is given more than once.');
    if (!isStorable(`${name}${value}`))
      throw invalidParameter(name, 'Has a character that is not allowed.');
  }
  const result = z.safeParse(schema, given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw invalidParameter(issue.keys[0] ?? '', 'Is not a parameter of this address.');
  }
  const name = String(issue?.path[0] ?? '');
  if (!(name in given)) throw invalidParameter(name, 'Is required.');
  const detail = issue?.message;
  throw invalidParameter(
    name,
    detail === undefined || detail === 'Invalid input' ? 'Is invalid.' : detail,
  );
}
