import * as z from 'zod/mini';
import { decodeJson } from '#services/platform/http/request-body.ts';
import { JsonTooDeepError } from '#services/platform/json-depth.ts';
import { invalidParameter, invalidValue, loyaltyError } from './error-response.ts';

/**
 * @param nameOf the name of a parameter in error messages
 * @throws {LoyaltyApiError} 400 in the parameter shape
 */
export function parseParameters<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  nameOf = (name: string) => name,
): z.output<Schema> {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = String(issue?.path[0] ?? '');
  const value = (input as Record<string, unknown>)[name];
  throw invalidParameter(
    nameOf(name),
    Array.isArray(value) ? 'Must not be repeated' : detailOf(issue),
  );
}

/** @throws {LoyaltyApiError} 400 in the value shape */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  bytes: Uint8Array | undefined,
): z.output<Schema> {
  return checkBody(schema, parseJson(bytes));
}

/** Like `parseBody`, of a body that is no longer text. */
export function checkBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidValue('', 'The body must be a JSON object');
  }
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path ?? [];
  const isMissing = path.length === 1 && !Object.hasOwn(body, path[0] ?? '');
  throw invalidValue(path.map(String).join('.'), isMissing ? 'Required' : detailOf(issue));
}

/** @throws {LoyaltyApiError} 415 unless the content type is JSON in UTF-8 */
export function checkContentType(header: string | undefined): void {
  const [type = '', ...parameters] = (header ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (type !== 'application/json' || !isUtf8) throw loyaltyError(415);
}

function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return decodeJson(bytes);
  } catch (error) {
    const isTooDeep = error instanceof JsonTooDeepError;
    throw invalidValue('', isTooDeep ? error.message : 'The body is not valid JSON');
  }
}

function detailOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_type') return `Must be of type ${issue.expected}`;
  return issue === undefined || issue.message === 'Invalid input' ? 'Is not valid' : issue.message;
}
