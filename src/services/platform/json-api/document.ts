import * as z from 'zod/mini';
import { isStorable } from '#contract/text.ts';
import { decodeJson } from '#services/platform/http/request-body.ts';
import { JsonTooDeepError } from '#services/platform/json-depth.ts';
import { errorResponse, forbidden, JsonApiError } from './errors.ts';
import { issueDetail } from './issue-detail.ts';

/** The most error objects in a response. */
const ERRORS_MAX = 100;

interface Expected {
  method: string;
  /** The resource type of the endpoint. */
  type: string;
  /** The id in the path, for PATCH; undefined if the path has none (/v2/me). */
  id: string | undefined;
}

/** @throws {JsonApiError} 400 when the bytes aren't JSON in UTF-8, or nested too deeply. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return decodeJson(bytes);
  } catch (error) {
    const detail =
      error instanceof JsonTooDeepError ? error.message : 'The body is not valid JSON.';
    throw errorResponse(400, { detail });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Checks the parts that all documents share, before the attributes (decisions.md, 6).
 * @returns the document's data
 * @throws {JsonApiError} 422 without a data object, 409 for another type or id, 403 for a
 *   client-generated id.
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
      detail: 'id must match the id in the URL.',
      source: { pointer: '/data/id' },
    });
  }
  if (method === 'POST' && data.id !== undefined) {
    throw forbidden('The service generates ids; omit id.');
  }
  return data;
}

/**
 * Parses a body with its endpoint's schema.
 * @throws {JsonApiError} 422 with an error object and pointer for each invalid value.
 */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const unstorable = findUnstorableText(body);
  if (unstorable !== undefined)
    throw unprocessable([[unstorable, 'Contains a character that is not allowed.']]);
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  const details = new Map<string, string>();
  for (const issue of result.error.issues) {
    for (const [path, detail] of errorsOf(issue, body)) {
      if (details.size === ERRORS_MAX) break;
      const pointer = toPointer(path);
      // Further issues with the same value follow from the first one.
      if (!details.has(pointer)) details.set(pointer, detail);
    }
  }
  throw unprocessable([...details]);
}

function unprocessable(details: [pointer: string, detail: string][]): JsonApiError {
  const errors = details.flatMap(
    ([pointer, detail]) => errorResponse(422, { detail, source: { pointer } }).errors,
  );
  return new JsonApiError(422, errors);
}

function errorsOf(issue: z.core.$ZodIssue, body: unknown): [PropertyKey[], string][] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [[...issue.path, key], 'Unknown property.']);
  }
  const value = issue.path.reduce<unknown>(
    (parent, key) => (parent as Record<PropertyKey, unknown> | undefined)?.[key],
    body,
  );
  return [[issue.path, value === undefined ? 'Required.' : issueDetail(issue)]];
}

function toPointer(path: PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A list or object of a document, and where it is. */
interface Part {
  value: object;
  key: string | number;
  parent: Part | undefined;
}

/**
 * The pointer of a string that the database can't store, because of a NUL or a lone surrogate. It is
 * built only for that string, because a body can have 500,000 values.
 */
function findUnstorableText(body: unknown): string | undefined {
  const open: Part[] = [{ value: [body], key: '', parent: undefined }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { value } = part;
    const names = Array.isArray(value) ? undefined : Object.keys(value);
    const length = names?.length ?? (value as unknown[]).length;
    for (let index = 0; index < length; index += 1) {
      const key = names?.[index] ?? index;
      const child = (value as Record<string | number, unknown>)[key];
      if (typeof key === 'string' && !isStorable(key)) return pointerOf(part);
      if (typeof child === 'string' && !isStorable(child)) return pointerOf(part, key);
      if (typeof child === 'object' && child !== null) {
        open.push({ value: child, key, parent: part });
      }
    }
  }
  return undefined;
}

function pointerOf(part: Part, ...path: (string | number)[]): string {
  const keys = [...path];
  for (let each: Part | undefined = part; each?.parent; each = each.parent) keys.unshift(each.key);
  // The first one leads to the document itself.
  return toPointer(keys.slice(1));
}
