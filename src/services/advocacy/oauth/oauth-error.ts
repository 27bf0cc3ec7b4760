import type { FastifyError, FastifyReply } from 'fastify';
import { getErrorStatus } from '#services/platform/http/errors.ts';

/** An error in OAuth's own format, unlike the errors array of the JSON:API endpoints. */
export class OAuthError extends Error {
  readonly status: number;
  readonly error: string;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    error: string,
    description: string,
    headers: Record<string, string> = {},
  ) {
    super(description);
    this.status = status;
    this.error = error;
    this.headers = headers;
  }
}

/** The service is at its limit for the moment: a 503 with `Retry-After`. */
export class PasswordQueueFullError extends Error {
  readonly statusCode = 503;
  readonly retryAfterSeconds = 2;

  constructor() {
    super('Too many password checks are waiting');
  }
}

/** When to try again after a 503, in seconds. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

/** Converts any error to an OAuth error, without the message of an unexpected one. */
export function toOAuthError(error: FastifyError): OAuthError {
  if (error instanceof OAuthError) return error;
  const status = error instanceof PasswordQueueFullError ? 503 : getErrorStatus(error);
  if (status === 503) {
    const seconds =
      error instanceof PasswordQueueFullError ? error.retryAfterSeconds : UNAVAILABLE_RETRY_SECONDS;
    const headers = { 'retry-after': String(seconds) };
    return new OAuthError(503, 'temporarily_unavailable', 'try again shortly', headers);
  }
  return status === 500
    ? new OAuthError(500, 'server_error', 'the request failed')
    : new OAuthError(status, 'invalid_request', 'the request could not be read');
}

/** Sends `error` and `error_description` (advocacy.md, Errors). */
export function sendOAuthError(
  reply: FastifyReply,
  { status, error, message, headers }: OAuthError,
) {
  return reply
    .code(status)
    .headers(headers)
    .type('application/json')
    .send({ error, error_description: message });
}
