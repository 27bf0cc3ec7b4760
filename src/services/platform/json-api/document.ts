import * as z from 'zod/mini';
import { isStorable } from '#contract/text.ts';
import { decodeJson } from '#services/platform/http/request-body.ts';
import { errorResponse, forbidden, JsonApiError } from './errors.ts';

interface Expected {
  method: string;
  /** The resource type that the endpoint takes. */
  type: string;
  /** The id in the path, for PATCH; undefined where the path has none (/v2/me). */
  id: string | undefined;
}

/** @throws {JsonApiError} 400 when the bytes are no JSON in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return decodeJson(bytes);
  } catch {
    throw errorResponse(400, { detail: 'The body is not valid JSON.' });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Checks what every document shares, before its attributes (decisions.md, 6).
 * @returns its data.
 * @throws {JsonApiError} 422 without a data object, 409 for another type or id, 403 for a
 *   client-made id.
 */
export function checkDocument(
  body: unknown,
  { method, type, id }: Expected,
): Record<string, unknown> {
  const data = isObject(body) ? body.data : undefined;
  if (!isObject(data)) {
    throw errorResponse(422, { detail: 'data must be an object.', source: { pointer: '/data' } });
  }
  if (data.type !== type) {
    throw errorResponse(409, {
      detail: `type must be ${type}.`,
      source: { pointer: '/data/type' },
    });
  }
  if (method === 'PATCH' && id !== undefined && data.id !== id) {
    throw errorResponse(409, {
      detail: 'id must be that of the address.',
      source: { pointer: '/data/id' },
    });
  }
  if (method === 'POST' && data.id !== undefined) {
    throw forbidden('Ids are made by the service; leave id out.');
  }
  return data;
}

/**
 * Parses a body by its endpoint's schema.
 * @throws {JsonApiError} 422 with an error object for each value that is wrong, at its pointer.
 */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const unstorable = findUnstorableText(body);
  if (unstorable !== undefined)
    throw unprocessable([[unstorable, 'Has a character that is not allowed.']]);
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  const problems = new Map<string, string>();
  for (const issue of result.error.issues) {
    const pointer = toPointer(issue.path);
    // What else is wrong with the value follows from the first.
    if (!problems.has(pointer)) problems.set(pointer, messageOf(issue, body));
  }
  throw unprocessable([...problems]);
}

function unprocessable(problems: [pointer: string, detail: string][]): JsonApiError {
  const refusals = problems.map(([pointer, detail]) =>
    errorResponse(422, { detail, source: { pointer } }),
  );
  return new JsonApiError(
    422,
    refusals.flatMap(({ errors }) => errors),
  );
}

function messageOf(issue: z.core.$ZodIssue, body: unknown): string {
  const value = issue.path.reduce<unknown>(
    (parent, key) => (parent as Record<PropertyKey, unknown> | undefined)?.[key],
    body,
  );
  if (value === undefined) return 'Is required.';
  return issue.message === 'Invalid input' ? 'Is invalid.' : issue.message;
}

function toPointer(path: PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * The pointer of the first string that no database column can hold as it is: with a NUL or a lone
 * surrogate. Without recursion, because a body can be nested deeper than calls can.
 */
function findUnstorableText(body: unknown): string | undefined {
  const open: [value: unknown, pointer: string][] = [[body, '']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, pointer] = next;
    if (typeof value === 'string' && !isStorable(value)) return pointer;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value).reverse()) {
      if (!isStorable(key)) return pointer;
      open.push([child, pointer + toPointer([key])]);
    }
  }
  return undefined;
}
