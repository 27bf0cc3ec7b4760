import * as z from 'zod/mini';
import { isStorable } from '#contract/text.ts';
import { invalidParameter } from './errors.ts';
import { issueDetail } from './issue-detail.ts';

/**
 * Parses query parameters with their endpoint's schema.
 * @throws {JsonApiError} 400 naming an unknown, repeated or invalid parameter.
 */
export function parseQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  query: unknown,
): z.output<Schema> {
  const given = { ...(query as Record<string, unknown>) };
  for (const [name, value] of Object.entries(given)) {
    if (Array.isArray(value)) throw invalidParameter(name, 'Must not be repeated.');
    if (!isStorable(`${name}${value}`))
      throw invalidParameter(name, 'Contains a character that is not allowed.');
  }
  const result = z.safeParse(schema, given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw invalidParameter(issue.keys[0] ?? '', 'Unknown parameter.');
  }
  const name = String(issue?.path[0] ?? '');
  if (!(name in given)) throw invalidParameter(name, 'Required.');
  throw invalidParameter(name, issue ? issueDetail(issue) : 'Is invalid.');
}
