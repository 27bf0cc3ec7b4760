import * as z from 'zod/mini';
import { definePublishedEndpoint } from '#contract/endpoint.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ID_MAX_LENGTH, limitedString, URL_MAX_LENGTH } from '#contract/text.ts';

/** OAuth requests are forms; all others are JSON:API documents. */
const FORM = 'application/x-www-form-urlencoded';

/** OAuth ignores unknown query parameters. */
const anyQuery = z.object({});

/** The longest `scope`: more than all scopes together. */
export const SCOPE_MAX_LENGTH = 4096;
/** The longest `state`, which is stored until sign-in is complete. */
export const STATE_MAX_LENGTH = 2048;
/** The longest code, refresh token, code verifier or challenge. */
const CODE_MAX_LENGTH = 512;
/** The longest password in a form; longer ones are wrong. */
const PASSWORD_FIELD_MAX_LENGTH = 16_384;

/** Parameters of the authorization endpoint (decisions.md, 9); PKCE allows only S256. */
export const authorizationRequestSchema = z.object({
  response_type: z.literal('code'),
  client_id: limitedString(ID_MAX_LENGTH),
  redirect_uri: limitedString(URL_MAX_LENGTH),
  scope: z.optional(limitedString(SCOPE_MAX_LENGTH)),
  state: z.optional(limitedString(STATE_MAX_LENGTH)),
  code_challenge: z.optional(limitedString(CODE_MAX_LENGTH)),
  code_challenge_method: z.optional(z.literal('S256')),
});

/** Absent if the client authenticates with HTTP Basic (Rules for POST /oauth/token, 1). */
const clientCredentials = {
  client_id: z.optional(limitedString(ID_MAX_LENGTH)),
  client_secret: z.optional(limitedString(1024)),
};

/** The token request: one shape per grant (Rules for POST /oauth/token, 2 and 3). */
export const tokenRequestSchema = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    ...clientCredentials,
    code: limitedString(CODE_MAX_LENGTH),
    redirect_uri: limitedString(URL_MAX_LENGTH),
    code_verifier: z.optional(limitedString(CODE_MAX_LENGTH)),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    ...clientCredentials,
    refresh_token: limitedString(CODE_MAX_LENGTH),
    /** Space-delimited; may be narrower than what was granted. */
    scope: z.optional(limitedString(SCOPE_MAX_LENGTH)),
  }),
]);

export const tokenResponseSchema = z.looseObject({
  access_token: z.string(),
  token_type: z.string(),
  /** Seconds. */
  expires_in: z.int(),
  refresh_token: z.string(),
  /** Space-delimited: the granted scopes, which can be fewer than requested. */
  scope: z.string(),
  /** Unix time in seconds. */
  created_at: z.int(),
});
export type TokenResponse = z.output<typeof tokenResponseSchema>;

/** The user's current password. */
export const idTokenRequestSchema = z.object({
  password: limitedString(PASSWORD_FIELD_MAX_LENGTH).check(z.minLength(1)),
});

export const idTokenResponseSchema = z.looseObject({
  id_token: z.string(),
  /** Seconds. */
  expires_in: z.int(),
});

/** The error body of the OAuth endpoints (RFC 6749, 5.2); all others send JSON:API errors. */
export const oauthErrorSchema = z.looseObject({
  error: openEnum([
    'invalid_request',
    'invalid_grant',
    'invalid_client',
    'invalid_scope',
    'unsupported_grant_type',
  ]),
  error_description: z.optional(z.string()),
});

export const exchangeToken = definePublishedEndpoint({
  id: 'exchangeToken',
  method: 'POST',
  path: '/oauth/token',
  tag: 'OAuth',
  query: anyQuery,
  body: tokenRequestSchema,
  bodyMaxBytes: 56 * 1024,
  bodyMediaType: FORM,
  response: tokenResponseSchema,
});

/** The id_token is bound to the access token of this request. */
export const issueIdToken = definePublishedEndpoint({
  id: 'issueIdToken',
  method: 'POST',
  path: '/oauth/id_token',
  tag: 'OAuth',
  query: anyQuery,
  body: idTokenRequestSchema,
  bodyMaxBytes: 64 * 1024,
  bodyMediaType: FORM,
  response: idTokenResponseSchema,
});
