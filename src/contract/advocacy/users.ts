import * as z from 'zod/mini';
import { EMAIL_ADDRESS, EMAIL_ADDRESS_MAX_LENGTH } from '#contract/email-address.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import {
  documentOf,
  idTokenParameter,
  includeParameter,
  noParams,
  resourceIdentifierSchema,
  strictQuery,
  updateDocument,
} from '#contract/json-api.ts';
import { requiredText } from '#contract/text.ts';

const linkageSchema = z.looseObject({ data: z.optional(z.array(resourceIdentifierSchema)) });

export const userSchema = z.looseObject({
  id: z.string(),
  type: z.literal('user'),
  attributes: z.looseObject({ email: z.string() }),
  relationships: z.optional(
    z.looseObject({
      authentication_factors: z.optional(linkageSchema),
      teams: z.optional(linkageSchema),
    }),
  ),
});
export type User = z.output<typeof userSchema>;

export const emailAddressSchema = requiredText(
  EMAIL_ADDRESS_MAX_LENGTH,
  'Enter an email address',
).check(z.regex(EMAIL_ADDRESS, { error: 'Enter an email address such as name@example.com' }));

const updateUserAttributesSchema = z.object({ email: z.optional(emailAddressSchema) });
const includeFactorsAndTeams = includeParameter(['authentication_factors', 'teams']);

export const getCurrentUser = defineEndpoint({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/v2/me',
  summary: 'Retrieve the current user',
  tag: 'Current user',
  params: noParams,
  query: strictQuery({ ...includeFactorsAndTeams, ...idTokenParameter }),
  body: undefined,
  status: 200,
  response: documentOf(userSchema),
  scope: 'identity',
  errors: [400, 401, 403],
});

/** 429 after ten changes in a day. */
export const updateCurrentUser = defineEndpoint({
  id: 'updateCurrentUser',
  method: 'PATCH',
  path: '/v2/me',
  summary: "Change the current user's email address",
  tag: 'Current user',
  params: noParams,
  query: strictQuery(idTokenParameter),
  body: updateDocument('user', updateUserAttributesSchema),
  status: 200,
  response: documentOf(userSchema),
  scope: 'identity:write',
  stepUp: true,
  errors: [400, 401, 403, 409, 415, 422, 429],
});
