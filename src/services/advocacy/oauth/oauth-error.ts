import type { FastifyError, FastifyReply } from 'fastify';
import { oauthErrorSchema } from '#contract/advocacy/oauth.ts';
import { getErrorStatus } from '#services/platform/http/errors.ts';

/** What the endpoints of OAuth answer with, in the reference. */
export const OAUTH_API = { mediaType: 'application/json', error: oauthErrorSchema };

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
  const status = getErrorStatus(error);
  if (status === 503) return new OAuthError(503, 'temporarily_unavailable', 'try again shortly');
  return status === 500
    ? new OAuthError(500, 'server_error', 'something went wrong here')
    : new OAuthError(status, 'invalid_request', 'the request could not be read');
}

/** Sends a refusal as `error` and `error_description` (advocacy.md, Errors). */
export function sendOAuthError(reply: FastifyReply, refused: OAuthError) {
  return reply
    .code(refused.status)
    .headers(refused.headers)
    .type('application/json')
    .send({ error: refused.error, error_description: refused.message });
}
