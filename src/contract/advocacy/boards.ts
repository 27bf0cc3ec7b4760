import * as z from 'zod/mini';
import { definePublishedEndpoint } from '#contract/endpoint.ts';
import {
  idTokenParameter,
  includeParameter,
  pageOf,
  pageParameters,
  resourceIdentifierSchema,
  resourceLinksSchema,
  strictQuery,
  timestampSchema,
} from '#contract/json-api.ts';
import type { ReadOf } from '#contract/readers/reader-types.ts';

/** The specification doesn't list the attributes, so a service may omit any of them. */
export const boardSchema = z.looseObject({
  id: z.string(),
  type: z.literal('board'),
  attributes: z.looseObject({
    name: z.optional(z.string()),
    created_at: z.optional(timestampSchema),
    updated_at: z.optional(timestampSchema),
  }),
  relationships: z.optional(
    z.looseObject({
      social_feeds: z.optional(
        z.looseObject({ data: z.optional(z.array(resourceIdentifierSchema)) }),
      ),
    }),
  ),
  links: z.optional(resourceLinksSchema),
});
export type Board = ReadOf<typeof boardSchema>;

export const listBoards = definePublishedEndpoint({
  id: 'listBoards',
  method: 'GET',
  path: '/v2/teams/:team_id/boards',
  tag: 'Boards',
  query: strictQuery({
    ...includeParameter(['social_feeds', 'social_feeds.account']),
    ...pageParameters,
    ...idTokenParameter,
  }),
  response: pageOf(boardSchema),
  scope: 'boards:read',
});
