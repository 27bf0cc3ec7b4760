import * as z from 'zod/mini';
import { definePublishedEndpoint } from '#contract/endpoint.ts';
import {
  documentOf,
  idTokenParameter,
  includeParameter,
  resourceIdentifierSchema,
  strictQuery,
} from '#contract/json-api.ts';

const linkageSchema = z.looseObject({ data: z.optional(z.array(resourceIdentifierSchema)) });

export const userSchema = z.looseObject({
  id: z.string(),
  type: z.literal('user'),
  attributes: z.looseObject({ email: z.string() }),
  meta: z.optional(
    z.looseObject({
      /** Whether the user has read mail at the address (decisions.md, 58). */
      email_verified: z.optional(z.boolean()),
    }),
  ),
  relationships: z.optional(
    z.looseObject({
      authentication_factors: z.optional(linkageSchema),
      teams: z.optional(linkageSchema),
    }),
  ),
});
export type SentUser = z.output<typeof userSchema>;

const includeFactorsAndTeams = includeParameter(['authentication_factors', 'teams']);

export const getCurrentUser = definePublishedEndpoint({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/v2/me',
  tag: 'Current user',
  query: strictQuery({ ...includeFactorsAndTeams, ...idTokenParameter }),
  response: documentOf(userSchema),
  scope: 'identity',
});
