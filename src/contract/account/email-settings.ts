import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { noParams, strictQuery } from '#contract/json-api.ts';

/** Which emails the user gets, besides those about their own account. */
export const emailSettingsSchema = z.looseObject({
  /** Whether to email the user before accounts of a team they administer expire. */
  account_expiry: z.boolean(),
});
export type EmailSettings = z.output<typeof emailSettingsSchema>;

const itemSchema = z.looseObject({ data: emailSettingsSchema });
const PATH = '/email-settings';

export const getEmailSettings = defineEndpoint({
  id: 'getEmailSettings',
  method: 'GET',
  path: PATH,
  summary: 'Retrieve which emails the user gets',
  tag: 'Account',
  params: noParams,
  query: strictQuery({}),
  body: undefined,
  status: 200,
  response: itemSchema,
  scope: 'identity',
  firstParty: true,
  errors: [400, 401, 403],
});

export const updateEmailSettings = defineEndpoint({
  id: 'updateEmailSettings',
  method: 'PATCH',
  path: PATH,
  summary: 'Change which emails the user gets',
  tag: 'Account',
  params: noParams,
  query: strictQuery({}),
  body: z.object({ account_expiry: z.boolean({ error: 'Must be true or false' }) }),
  bodyMaxBytes: 1024,
  status: 200,
  response: itemSchema,
  scope: 'identity:write',
  firstParty: true,
  errors: [400, 401, 403, 415, 422],
});
