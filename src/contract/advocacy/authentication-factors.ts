import * as z from 'zod/mini';
import { definePublishedEndpoint } from '#contract/endpoint.ts';
import {
  createDocument,
  documentOf,
  idTokenParameter,
  listOf,
  strictQuery,
  timestampSchema,
  updateDocument,
} from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import type { ReadOf } from '#contract/readers/reader-types.ts';
import { text } from '#contract/text.ts';

export const FACTOR_TYPES = ['one_time_password', 'out_of_band', 'recovery_code'] as const;
export const FACTOR_CHANNELS = ['email', 'sms', 'voice', 'fax'] as const;
/** Channels that need a phone number; email goes to the user's address. */
const DESTINATION_CHANNELS = ['sms', 'voice', 'fax'] as const;

export const authenticationFactorSchema = z.looseObject({
  id: z.string(),
  type: z.literal('authentication_factor'),
  attributes: z.looseObject({
    status: openEnum(['pending', 'active']),
    type: openEnum(FACTOR_TYPES),
    /** Null unless the type is out_of_band. */
    channel: z.nullable(openEnum(FACTOR_CHANNELS)),
    /** The phone number for sms, voice and fax codes. */
    external_id: z.nullable(z.string()),
    /** An otpauth URL, only in the response to create (decisions.md, 20). */
    provisioning_url: z.nullable(z.string()),
    created_at: timestampSchema,
  }),
  meta: z.optional(
    z.looseObject({
      default: z.optional(z.boolean()),
      /** Only in the 201 response of a recovery_code factor (decisions.md, 15). */
      recovery_codes: z.optional(z.array(z.string())),
      /** In lists, how many codes of a recovery_code factor are unused. Not part of the specification. */
      recovery_codes_left: z.optional(z.int()),
    }),
  ),
});
export type AuthenticationFactor = ReadOf<typeof authenticationFactorSchema>;
export type SentAuthenticationFactor = z.output<typeof authenticationFactorSchema>;

/** Hides most of a phone number, the same everywhere, so that users recognize it: "+15•••34". */
export function maskPhoneNumber(number: string): string {
  return `${number.slice(0, 3)}•••${number.slice(-2)}`;
}

function isPresent(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value !== '';
}

function needsDestination(channel: string | null | undefined) {
  return DESTINATION_CHANNELS.some((known) => known === channel);
}

function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, {
    error: ({ input }) =>
      input === undefined ? 'Required' : `Must be one of: ${values.join(', ')}`,
  });
}

/**
 * `channel` belongs to the type out_of_band, `external_id` to the channels sms, voice and fax: they
 * are required there and rejected elsewhere. Null and empty values count as absent.
 */
export const newAuthenticationFactorAttributesSchema = z
  .object({
    type: oneOf(FACTOR_TYPES),
    channel: z.optional(z.nullable(oneOf(FACTOR_CHANNELS))),
    external_id: z.optional(z.nullable(text(64))),
  })
  .check(
    z.superRefine(({ type, channel, external_id }, context) => {
      const addIssue = (name: 'channel' | 'external_id', message: string) =>
        context.addIssue({ code: 'custom', path: [name], message });

      if (type === 'out_of_band' && !isPresent(channel)) addIssue('channel', 'Required');
      if (type !== 'out_of_band' && isPresent(channel)) {
        addIssue('channel', 'Is allowed only with the type out_of_band');
      }
      if (!needsDestination(channel)) {
        if (isPresent(external_id)) {
          addIssue('external_id', 'Is allowed only with the channels sms, voice and fax');
        }
      } else if (!isPresent(external_id)) {
        addIssue('external_id', 'Enter a number with its country code');
      } else if (!z.e164().safeParse(external_id).success) {
        addIssue('external_id', 'Enter a number with its country code, such as +15551234567');
      }
    }),
  );
export type NewAuthenticationFactorAttributes = z.output<
  typeof newAuthenticationFactorAttributesSchema
>;

/** A typed code, without the spaces and hyphens that group its digits. Empty counts as missing. */
const codeSchema = z.optional(
  z.nullable(text(64).check(z.overwrite((code) => code.replace(/[\s-]/g, '')))),
);

/**
 * The code that verifies a pending factor: `otp_attempt` for one_time_password, `challenge` for
 * out_of_band. If that one is absent the other is used (decisions.md, 17).
 */
export const verifyAuthenticationFactorAttributesSchema = z
  .object({ challenge: codeSchema, otp_attempt: codeSchema })
  .check(
    z.superRefine(({ challenge, otp_attempt }, context) => {
      if (isPresent(challenge) || isPresent(otp_attempt)) return;
      for (const name of ['challenge', 'otp_attempt']) {
        context.addIssue({ code: 'custom', path: [name], message: 'Required' });
      }
    }),
  );
export type VerifyAuthenticationFactorAttributes = z.output<
  typeof verifyAuthenticationFactorAttributesSchema
>;

export const authenticationFactorChallengeSchema = z.looseObject({
  id: z.string(),
  type: z.literal('authentication_factor_challenge'),
  attributes: z.looseObject({
    /** The earliest time to request another code. */
    retry_at: timestampSchema,
  }),
});
const stepUpQuery = strictQuery(idTokenParameter);

export const listAuthenticationFactors = definePublishedEndpoint({
  id: 'listAuthenticationFactors',
  method: 'GET',
  path: '/v2/authentication_factors',
  tag: 'Authentication factors',
  query: strictQuery(idTokenParameter),
  response: listOf(authenticationFactorSchema),
  scope: 'authentication_factors:read',
});

/** 429 when too many codes were sent to the user or to the number. */
export const createAuthenticationFactor = definePublishedEndpoint({
  id: 'createAuthenticationFactor',
  method: 'POST',
  path: '/v2/authentication_factors',
  tag: 'Authentication factors',
  query: stepUpQuery,
  body: createDocument('authentication_factor', newAuthenticationFactorAttributesSchema),
  bodyMaxBytes: 16 * 1024,
  status: 201,
  response: documentOf(authenticationFactorSchema),
  scope: 'authentication_factors:write',
  stepUp: true,
});

/** 404 unless the factor is pending. */
export const verifyAuthenticationFactor = definePublishedEndpoint({
  id: 'verifyAuthenticationFactor',
  method: 'PATCH',
  path: '/v2/authentication_factors/:authentication_factor_id',
  tag: 'Authentication factors',
  query: stepUpQuery,
  body: updateDocument(
    'authentication_factor',
    // Missing attributes are reported like missing codes.
    z.prefault(verifyAuthenticationFactorAttributesSchema, {}),
  ),
  bodyMaxBytes: 16 * 1024,
  response: documentOf(authenticationFactorSchema),
  scope: 'authentication_factors:write',
  stepUp: true,
});

export const deleteAuthenticationFactor = definePublishedEndpoint({
  id: 'deleteAuthenticationFactor',
  method: 'DELETE',
  path: '/v2/authentication_factors/:authentication_factor_id',
  tag: 'Authentication factors',
  query: stepUpQuery,
  scope: 'authentication_factors:write',
  stepUp: true,
});

/**
 * 404 unless the factor is pending and out_of_band; 429 within 30 seconds of the previous code, and when
 * too many were sent.
 */
export const challengeAuthenticationFactor = definePublishedEndpoint({
  id: 'challengeAuthenticationFactor',
  method: 'POST',
  path: '/v2/authentication_factors/:authentication_factor_id/challenges',
  tag: 'Authentication factors',
  query: stepUpQuery,
  body: z.optional(
    createDocument(
      'authentication_factor_challenge',
      // Ignored: the path names the factor.
      z.optional(z.object({ authentication_factor_id: z.optional(z.int()) })),
    ),
  ),
  bodyMaxBytes: 16 * 1024,
  status: 201,
  response: documentOf(authenticationFactorChallengeSchema),
  scope: 'authentication_factors:write',
  stepUp: true,
});
