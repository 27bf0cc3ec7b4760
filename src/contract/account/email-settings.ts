import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';

/** Optional emails; those about the user's own account are always sent. */
export const emailSettingsSchema = z.looseObject({
  /** Reminders before accounts expire, in teams that the user administers. */
  account_expiry: z.boolean(),
});
export type EmailSettings = z.output<typeof emailSettingsSchema>;

const itemSchema = z.looseObject({ data: emailSettingsSchema });
const PATH = '/email-settings';

export const getEmailSettings = defineEndpoint({
  id: 'getEmailSettings',
  method: 'GET',
  path: PATH,
  tag: 'Account',
  response: itemSchema,
  scope: 'identity',
  firstParty: true,
});

export const updateEmailSettings = defineEndpoint({
  id: 'updateEmailSettings',
  method: 'PATCH',
  path: PATH,
  tag: 'Account',
  body: z.object({ account_expiry: z.boolean({ error: 'Must be true or false' }) }),
  bodyMaxBytes: 1024,
  response: itemSchema,
  scope: 'identity:write',
  firstParty: true,
});
