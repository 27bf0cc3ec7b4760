import * as z from 'zod/mini';
import { emailAddressSchema } from '#contract/email-address.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { documentOf, idTokenParameter, strictQuery, updateDocument } from '#contract/json-api.ts';
import { userSchema } from './users.ts';

const updateUserAttributesSchema = z.object({ email: z.optional(emailAddressSchema) });

/** 429 after ten changes in a day. */
export const updateCurrentUser = defineEndpoint({
  id: 'updateCurrentUser',
  method: 'PATCH',
  path: '/v2/me',
  tag: 'Current user',
  query: strictQuery(idTokenParameter),
  body: updateDocument('user', updateUserAttributesSchema),
  bodyMaxBytes: 16 * 1024,
  response: documentOf(userSchema),
  scope: 'identity:write',
  stepUp: true,
});
