import * as z from 'zod/mini';
import {
  authorizationRequestSchema,
  exchangeToken,
  issueIdToken,
  oauthErrorSchema,
} from '#contract/advocacy/oauth.ts';
import { noParams } from '#contract/json-api.ts';
import type {
  DescribedEndpoint,
  OperationDocumentation,
} from '#contract/reference/documentation.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const oauthError = { mediaType: JSON_TYPE, schema: oauthErrorSchema };

/** Where a browser is sent to sign in (decisions.md, 9). */
const authorize: DescribedEndpoint = {
  id: 'authorize',
  method: 'GET',
  path: '/oauth/authorize',
  tag: 'OAuth',
  params: noParams,
  query: authorizationRequestSchema,
  body: undefined,
  status: 200,
  responseMediaType: 'text/html',
  response: z.string(),
};

/** RFC 7009. */
const revokeToken: DescribedEndpoint = {
  id: 'revokeToken',
  method: 'POST',
  path: '/oauth/revoke',
  tag: 'OAuth',
  params: noParams,
  query: noParams,
  body: z.object({
    token: z.string(),
    token_type_hint: z.optional(z.enum(['access_token', 'refresh_token'])),
    client_id: z.optional(z.string()),
    client_secret: z.optional(z.string()),
  }),
  bodyMediaType: FORM,
  status: 200,
  response: undefined,
};

const page = { mediaType: 'text/html', schema: z.string() };
const badClient = 'The client is unknown, or its secret is wrong (`invalid_client`).';
/** With HTTP Basic, or with `client_id` and `client_secret` in the form. */
const clientSecurity = [{ client_basic: [] }, {}];

export const oauthOperations: readonly OperationDocumentation[] = [
  {
    endpoint: authorize,
    summary: 'Ask the user to sign in',
    description:
      "Send the browser here; scripts can't use it. The user signs in on a page of the service, which then " +
      'redirects to `redirect_uri` with `code` and `state`, or with `error` and `state`. PKCE with S256 is required ' +
      'for public clients. A code is valid for 5 minutes and can be exchanged once.',
    parameters: {
      response_type: { description: 'Always `code`.' },
      client_id: { description: 'The id of a registered client.' },
      redirect_uri: {
        description: "One of the client's registered addresses, character for character.",
      },
      scope: {
        description: 'Scopes separated by spaces. Default: all that the client may request.',
      },
      state: { description: 'Returned unchanged; compare it with what you sent.' },
      code_challenge: { description: 'Base64url of the SHA-256 of the `code_verifier`.' },
      code_challenge_method: { description: 'Always `S256`.' },
    },
    responses: {
      200: 'The sign-in page, for clients that follow redirects.',
      303: 'To the sign-in page, or to `redirect_uri` with an error.',
      400: 'A page: the client or its redirect address is unknown, so there is nowhere to redirect to.',
    },
    prerequisite: 'open it in a browser; **Authorize** at the top of this page does so.',
    security: [],
    statuses: [303, 400],
    errors: { 303: page, 400: page },
  },
  {
    endpoint: exchangeToken,
    summary: 'Exchange an authorization code or a refresh token for tokens',
    description:
      'Exchanges the `code` of a sign-in, or a refresh token, for an access token (1 hour) and a new refresh token ' +
      '(14 days without use, 30 days in all). The refresh token that you send is replaced; using it again ends the ' +
      'session. Confidential clients authenticate with HTTP Basic or with `client_id` and `client_secret`, public ' +
      'clients send `client_id` only. `scope` narrows a refresh; with a code it can only repeat scopes that were asked for.',
    body: {
      grant_type: 'authorization_code',
      client_id: 'patron-partner',
      client_secret: 'patron-partner-secret',
      code: '<code>',
      redirect_uri: 'http://127.0.0.1:4199/callback',
    },
    responses: {
      200: 'The tokens. `scope` lists what was granted, which can be less than requested.',
      400: 'The code, refresh token, verifier or scope is invalid, expired or used (`invalid_grant`), or the request is malformed.',
      401: badClient,
    },
    prerequisite: 'replace `<code>` with the code of a sign-in.',
    security: clientSecurity,
    errors: { 400: oauthError, 401: oauthError },
  },
  {
    endpoint: revokeToken,
    summary: 'Revoke a token',
    description:
      'Ends the session that the token belongs to (RFC 7009). Unknown tokens are a success too. The client ' +
      'authenticates as for `/oauth/token`.',
    body: { token: '<refresh token>', client_id: 'patron-console' },
    responses: {
      200: 'The token is not, or no longer, valid.',
      400: 'The request is malformed.',
      401: badClient,
    },
    security: clientSecurity,
    statuses: [400, 401],
    errors: { 400: oauthError, 401: oauthError },
  },
  {
    endpoint: issueIdToken,
    summary: 'Confirm the password for sensitive changes',
    description:
      "Confirms the user's current password. The `id_token` is valid for 15 minutes, for the access token of this " +
      'request only; sensitive changes take it as the query parameter `id_token`.',
    body: { password: 'patron-demo-admin' },
    responses: {
      200: 'The identity token.',
      400: 'The password is wrong (`invalid_grant`) or missing.',
      401: 'The access token is missing, invalid, expired or revoked.',
      429: 'Five wrong passwords within 15 minutes.',
    },
    security: [{ access_token: [] }],
    errors: { 400: oauthError, 401: oauthError, 429: oauthError },
  },
];
