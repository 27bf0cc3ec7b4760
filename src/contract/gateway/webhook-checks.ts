import * as z from 'zod/mini';
import { itemOf } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ID_MAX_LENGTH, limitedString, requiredText, text } from '#contract/text.ts';
import { DELIVERY_OUTCOMES } from './inbox.ts';

// Announced as `extensions.webhook_checks` (decisions.md, 51).

const TAG = 'Webhook inbox';

/** Mistakes that a check recognizes; `unknown` if none of them explains the signature. */
export const SIGNATURE_CAUSES = [
  'missing_signature',
  'missing_nonce',
  'body_not_stored',
  'reserialized',
  'trailing_line_break',
  'line_endings',
  'missing_colon',
  'nonce_first',
  'body_only',
  'nonce_in_seconds',
  'nonce_format',
  'algorithm',
  'encoding',
  'prefix',
  'not_keyed',
  'secret_whitespace',
  'other_secret',
  'malformed_signature',
  'stale',
  'unknown',
] as const;
export type SignatureCause = (typeof SIGNATURE_CAUSES)[number];

/** As long as an accepted body. */
const BODY_MAX_LENGTH = 1024 * 1024;
const HEADER_MAX_LENGTH = 300;

const pastedRequest = z.object({
  /** The exact body, as text. */
  body: limitedString(BODY_MAX_LENGTH),
  nonce: limitedString(HEADER_MAX_LENGTH),
  signature: limitedString(HEADER_MAX_LENGTH),
  /** The second signature of a request that is sent while a secret is replaced. */
  other_signature: z.optional(limitedString(HEADER_MAX_LENGTH)),
});

export const signatureCheckSchema = z.looseObject({
  valid: z.boolean(),
  /** The error; null if the signature is valid. */
  cause: z.nullable(openEnum(SIGNATURE_CAUSES)),
  /** In one or more sentences, with what to change. */
  explanation: z.string(),
  /** The text to sign, shortened if it is long; null if the nonce or the body is missing. */
  expected_over: z.nullable(z.string()),
});
export type SignatureCheck = z.output<typeof signatureCheckSchema>;

export const checkWebhook = defineEndpoint({
  id: 'checkWebhook',
  method: 'POST',
  path: '/teams/:team_id/webhook-checks',
  tag: TAG,
  body: z.union([z.object({ webhook_request_id: requiredText(ID_MAX_LENGTH) }), pastedRequest], {
    error: 'Must have webhook_request_id, or body, nonce and signature',
  }),
  bodyMaxBytes: 1024 * 1024,
  response: signatureCheckSchema,
  scope: 'webhooks:read',
});

export const WEBHOOK_TEST_CASES = ['good', 'duplicate', 'bad_signature', 'stale', 'batch'] as const;

export const sendTestWebhook = defineEndpoint({
  id: 'sendTestWebhook',
  method: 'POST',
  path: '/teams/:team_id/webhook-tests',
  tag: TAG,
  body: z.object({
    event_type: requiredText(ID_MAX_LENGTH),
    /** The member that the event is about; a made-up one by default. */
    member_id: z.optional(text(ID_MAX_LENGTH)),
    case: z._default(z.enum(WEBHOOK_TEST_CASES), 'good'),
  }),
  bodyMaxBytes: 4 * 1024,
  /** The requests that were sent, in their order. */
  response: itemOf(
    z.looseObject({
      deliveries: z.array(
        z.looseObject({ webhook_request_id: z.string(), verdict: openEnum(DELIVERY_OUTCOMES) }),
      ),
    }),
  ),
  scope: 'webhooks:write',
});
