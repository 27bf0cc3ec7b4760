import type { FastifyError, FastifyReply } from 'fastify';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';

/** A refusal in OAuth's own shape, unlike the errors array of the other endpoints. */
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

/** What a failed request is told; nothing of an unexpected error's own words. */
export function toOAuthError(error: FastifyError): OAuthError {
  if (error instanceof OAuthError) return error;
  if (isDatabaseUnavailable(error)) {
    return new OAuthError(503, 'temporarily_unavailable', 'try again shortly');
  }
  const { statusCode = 500 } = error;
  return statusCode >= 400 && statusCode < 500
    ? new OAuthError(statusCode, 'invalid_request', 'the request could not be read')
    : new OAuthError(500, 'server_error', 'something went wrong here');
}

export function sendOAuthError(reply: FastifyReply, refused: OAuthError) {
  return reply
    .code(refused.status)
    .headers(refused.headers)
    .type('application/json')
    .send({ error: refused.error, error_description: refused.message });
}
