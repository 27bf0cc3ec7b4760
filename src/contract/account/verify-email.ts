import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { timestampSchema } from '#contract/json-api.ts';
import { requiredText } from '#contract/text.ts';

export const EMAIL_CODE_DIGITS = 6;
/** People may type the code with spaces. */
const CODE_MAX_LENGTH = 20;

/** An address that was changed counts once a code from its mailbox was entered (decisions.md, 58). */
export const sendEmailCode = defineEndpoint({
  id: 'sendEmailCode',
  method: 'POST',
  path: '/email/code',
  tag: 'Account',
  response: z.looseObject({
    data: z.looseObject({
      email: z.string(),
      /** When the next code can be sent. */
      next_code_at: timestampSchema,
    }),
  }),
  scope: 'identity:write',
  firstParty: true,
});

export const verifyEmail = defineEndpoint({
  id: 'verifyEmail',
  method: 'POST',
  path: '/email/verify',
  tag: 'Account',
  body: z.object({ code: requiredText(CODE_MAX_LENGTH, 'Enter the code') }),
  bodyMaxBytes: 1024,
  response: z.looseObject({
    data: z.looseObject({ email: z.string(), email_verified: z.boolean() }),
  }),
  scope: 'identity:write',
  firstParty: true,
});
