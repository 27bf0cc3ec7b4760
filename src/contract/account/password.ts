import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { requiredText } from '#contract/text.ts';

/** decisions.md, 48. Common passwords are rejected by the service only. */
export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 1024;

/** Ends all other sessions of the user. */
export const changePassword = defineEndpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/password',
  tag: 'Account',
  body: z.object({
    current_password: requiredText(PASSWORD_MAX_LENGTH, 'Enter your current password'),
    new_password: requiredText(PASSWORD_MAX_LENGTH, 'Enter a new password'),
  }),
  bodyMaxBytes: 8 * 1024,
  scope: 'identity:write',
  firstParty: true,
});
