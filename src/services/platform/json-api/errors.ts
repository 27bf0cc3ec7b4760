import { STATUS_CODES } from 'node:http';
import { type ErrorObject, FORBIDDEN_CODE, STEP_UP_REQUIRED_CODE } from '#contract/json-api.ts';

interface Details {
  detail?: string;
  source?: { pointer: string } | { parameter: string };
  code?: string;
  headers?: Record<string, string>;
}

/** A refusal of a JSON:API request: one status, one or more error objects. */
export class JsonApiError extends Error {
  readonly status: number;
  readonly errors: ErrorObject[];
  readonly headers: Record<string, string>;

  constructor(status: number, errors: ErrorObject[], headers: Record<string, string> = {}) {
    super(errors[0]?.detail ?? errors[0]?.title ?? `Status ${status}`);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

/** A refusal with one error object; `code` is the status where nothing else is said. */
export function errorResponse(status: number, { headers, ...details }: Details = {}): JsonApiError {
  const error = {
    code: String(status),
    title: STATUS_CODES[status] ?? `Status ${status}`,
    status: String(status),
    ...details,
  };
  return new JsonApiError(status, [error], headers);
}

/** 401: access token missing, invalid, expired or revoked (Authentication 4). */
export const unauthorized = () =>
  errorResponse(401, {
    detail: 'The access token is missing, invalid, expired or revoked.',
    headers: { 'www-authenticate': 'Bearer' },
  });

/** 403 for every reason but the id_token (decisions.md, 8). */
export const forbidden = (detail: string) => errorResponse(403, { code: FORBIDDEN_CODE, detail });

/** 403 that asks for the password again: the id_token is missing or invalid (decisions.md, 8). */
export const stepUpRequired = () =>
  errorResponse(403, {
    code: STEP_UP_REQUIRED_CODE,
    detail: 'A valid id_token is required for this change.',
  });

/** 404, and nothing about what is missing. */
export const notFound = () => errorResponse(404);

/** 400 that names the query parameter (decisions.md, 2 and 3). */
export const invalidParameter = (parameter: string, detail: string) =>
  errorResponse(400, { detail, source: { parameter } });

/** 422 at an attribute: `/data/attributes/<name>`. */
export const invalidAttribute = (name: string, detail: string) =>
  errorResponse(422, { detail, source: { pointer: `/data/attributes/${name}` } });

/** 429 with the wait in seconds, rounded up. */
export const tooManyRequests = (seconds: number, detail: string) =>
  errorResponse(429, {
    detail,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
