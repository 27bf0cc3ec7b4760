import { STATUS_CODES } from 'node:http';
import {
  type ErrorObject,
  FORBIDDEN_CODE,
  type Rule,
  STEP_UP_REQUIRED_CODE,
} from '#contract/json-api.ts';

interface Details {
  detail?: string;
  source?: { pointer: string } | { parameter: string };
  code?: string;
  meta?: { rule: Rule };
  headers?: Record<string, string>;
  /** The error behind it, for the log. */
  cause?: unknown;
}

/** A JSON:API error response: one status, one or more error objects. */
export class JsonApiError extends Error {
  readonly status: number;
  readonly errors: ErrorObject[];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    errors: ErrorObject[],
    { headers = {}, cause }: { headers?: Details['headers'] | undefined; cause?: unknown } = {},
  ) {
    super(errors[0]?.detail ?? errors[0]?.title ?? `Status ${status}`, { cause });
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

/** A response with one error object. `code` defaults to the status. */
export function errorResponse(
  status: number,
  { headers, cause, ...details }: Details = {},
): JsonApiError {
  const error = {
    code: String(status),
    title: STATUS_CODES[status] ?? `Status ${status}`,
    status: String(status),
    ...details,
  };
  return new JsonApiError(status, [error], { headers, cause });
}

/** 401: access token missing, invalid, expired or revoked (Authentication 4). */
export const unauthorized = () =>
  errorResponse(401, {
    detail: 'The access token is missing, invalid, expired or revoked.',
    headers: { 'www-authenticate': 'Bearer' },
  });

/** 403 for any reason except the id_token (decisions.md, 8). */
export const forbidden = (detail: string) => errorResponse(403, { code: FORBIDDEN_CODE, detail });

/** 403 because of a rule of the team (decisions.md, 67). */
export const ruleNotMet = (rule: Rule, detail: string) =>
  errorResponse(403, { code: FORBIDDEN_CODE, detail, meta: { rule } });

/** 403 because the id_token is missing or invalid (decisions.md, 8). */
export const stepUpRequired = () =>
  errorResponse(403, {
    code: STEP_UP_REQUIRED_CODE,
    detail: 'A valid id_token is required for this change.',
  });

/** 404, without revealing what is missing. */
export const notFound = () => errorResponse(404);

/** 400 naming the query parameter (decisions.md, 2 and 3). */
export const invalidParameter = (parameter: string, detail: string) =>
  errorResponse(400, { detail, source: { parameter } });

/** 422 pointing at `/data/attributes/<name>`. */
export const invalidAttribute = (name: string, detail: string) =>
  errorResponse(422, { detail, source: { pointer: `/data/attributes/${name}` } });

/** @param seconds the wait, sent in `Retry-After` */
export const tooManyRequests = (seconds: number, detail: string) =>
  errorResponse(429, {
    detail,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
