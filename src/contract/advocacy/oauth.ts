import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { noParams } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';

/** OAuth requests are forms; all others are JSON:API documents. */
const FORM = 'application/x-www-form-urlencoded';

/** OAuth ignores unknown query parameters. */
const anyQuery = z.object({});

/** Parameters of the authorization endpoint (decisions.md, 9); PKCE allows only S256. */
export const authorizationRequestSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.optional(z.string()),
  state: z.optional(z.string()),
  code_challenge: z.optional(z.string()),
  code_challenge_method: z.optional(z.literal('S256')),
});

/** Absent if the client authenticates with HTTP Basic (Rules for POST /oauth/token, 1). */
const clientCredentials = {
  client_id: z.optional(z.string()),
  client_secret: z.optional(z.string()),
};

/** The token request: one shape per grant (Rules for POST /oauth/token, 2 and 3). */
export const tokenRequestSchema = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    ...clientCredentials,
    code: z.string(),
    redirect_uri: z.string(),
    code_verifier: z.optional(z.string()),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    ...clientCredentials,
    refresh_token: z.string(),
    /** Space-delimited; may be narrower than what was granted. */
    scope: z.optional(z.string()),
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
  password: z.string().check(z.minLength(1)),
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

export const exchangeToken = defineEndpoint({
  id: 'exchangeToken',
  method: 'POST',
  path: '/oauth/token',
  summary: 'Exchange an authorization code or a refresh token for tokens',
  tag: 'OAuth',
  params: noParams,
  query: anyQuery,
  body: tokenRequestSchema,
  bodyMediaType: FORM,
  status: 200,
  response: tokenResponseSchema,
  errors: [400, 401],
});

/** The id_token is bound to the access token of this request. */
export const issueIdToken = defineEndpoint({
  id: 'issueIdToken',
  method: 'POST',
  path: '/oauth/id_token',
  summary: 'Confirm the password for sensitive changes',
  tag: 'OAuth',
  params: noParams,
  query: anyQuery,
  body: idTokenRequestSchema,
  bodyMediaType: FORM,
  status: 200,
  response: idTokenResponseSchema,
  errors: [400, 401, 429],
});
