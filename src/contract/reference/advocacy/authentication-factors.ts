import {
  authenticationFactorChallengeSchema,
  authenticationFactorSchema,
  challengeAuthenticationFactor,
  createAuthenticationFactor,
  deleteAuthenticationFactor,
  listAuthenticationFactors,
  verifyAuthenticationFactor,
} from '#contract/advocacy/authentication-factors.ts';
import type {
  OperationDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';

export const authenticationFactorSchemas: Record<string, SchemaDocumentation> = {
  AuthenticationFactor: {
    schema: authenticationFactorSchema,
    description:
      "A second step of the user's sign-in: an authenticator app (`one_time_password`), a code by email, text " +
      'message, call or fax (`out_of_band`), or a set of recovery codes (`recovery_code`). `meta.default` says ' +
      'which one is asked for first.',
    example: {
      id: '1',
      type: 'authentication_factor',
      attributes: {
        status: 'pending',
        type: 'out_of_band',
        channel: 'sms',
        external_id: '+15551234567',
        provisioning_url: null,
        created_at: '2026-11-22T08:00:00.000Z',
      },
      meta: { default: false },
    },
  },
  AuthenticationFactorChallenge: {
    schema: authenticationFactorChallengeSchema,
    description: 'A code that was sent.',
  },
};

const needsFactor =
  'confirm your password at `POST /oauth/id_token`, enter the `id_token` under **Authorize**';

export const authenticationFactorOperations: readonly OperationDocumentation[] = [
  {
    endpoint: listAuthenticationFactors,
    summary: "List the current user's authentication factors",
    description: "All of the user's factors. There are no pages.",
    responses: { 200: 'The factors.' },
  },
  {
    endpoint: createAuthenticationFactor,
    summary: 'Add an authentication factor',
    description:
      'Adds a factor; a user has at most one of each type and channel. Email and recovery codes are active ' +
      'immediately. For text message, call and fax a code is sent to `external_id`; for an authenticator app the ' +
      'response has its `provisioning_url`. Recovery codes are only in this response, in `meta.recovery_codes`.',
    body: {
      data: {
        type: 'authentication_factor',
        attributes: { type: 'out_of_band', channel: 'sms', external_id: '+15551234567' },
      },
    },
    responses: {
      201: 'The factor.',
      422: 'An attribute is missing, invalid or not allowed for the type, or the user has such a factor.',
      429: 'Too many codes were sent.',
    },
    prerequisite: `${needsFactor}.`,
  },
  {
    endpoint: verifyAuthenticationFactor,
    summary: 'Verify a pending authentication factor with a code',
    description:
      'Activates a pending factor with its first code: `otp_attempt` for an authenticator app, `challenge` for a ' +
      'code that was sent. It becomes the default if there is none.',
    parameters: { authentication_factor_id: { example: 1 } },
    body: {
      data: { type: 'authentication_factor', id: '1', attributes: { challenge: '123456' } },
    },
    responses: {
      200: 'The factor, now active.',
      404: 'There is no such factor, or it is not pending.',
      422: 'The code is missing, wrong or expired.',
    },
    prerequisite: `${needsFactor}, and use the id and the code of a pending factor. The demo's codes are at \`/demo/outbox\`.`,
  },
  {
    endpoint: deleteAuthenticationFactor,
    summary: 'Remove an authentication factor',
    description:
      'Removes a factor. If it was the default, the oldest active one other than recovery codes takes over. An email ' +
      'informs the user.',
    parameters: { authentication_factor_id: { example: 1 } },
    responses: { 204: 'Removed.' },
    prerequisite: `${needsFactor}, and use the id of a factor.`,
  },
  {
    endpoint: challengeAuthenticationFactor,
    summary: 'Send a new code to a pending authentication factor',
    description: 'Sends a new code to a pending `out_of_band` factor, at most every 30 seconds.',
    parameters: { authentication_factor_id: { example: 1 } },
    body: { data: { type: 'authentication_factor_challenge' } },
    responses: {
      201: 'The code is on its way; `retry_at` is the earliest time for another one.',
      404: 'There is no such factor, or it is not pending and `out_of_band`.',
      429: 'The previous code is less than 30 seconds old.',
    },
    prerequisite: `${needsFactor}, and use the id of a pending factor, 30 seconds after its last code.`,
  },
];
