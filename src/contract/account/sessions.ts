import * as z from 'zod/mini';
import { cursorListOf, cursorParameters } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { strictQuery, timestampSchema } from '#contract/json-api.ts';
import { ID_MAX_LENGTH, requiredText } from '#contract/text.ts';

// Paths are relative to the account API's base URL. Bodies are plain JSON, errors JSON:API documents.

/** A sign-in of the user that is still valid (decisions.md, 48). */
export const sessionSchema = z.looseObject({
  id: z.string(),
  /** Whether this request belongs to it. */
  current: z.boolean(),
  /** Name of the application that the user signed in to. */
  client: z.string(),
  created_at: timestampSchema,
  /** The sign-in or the last renewal of its tokens; `ip` and `user_agent` are of the same moment. */
  last_used_at: timestampSchema,
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
});
export type Session = z.output<typeof sessionSchema>;

export const listSessions = defineEndpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  tag: 'Account',
  query: strictQuery(cursorParameters),
  response: cursorListOf(sessionSchema),
  scope: 'identity',
  firstParty: true,
});

export const endSession = defineEndpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/sessions/:session_id',
  tag: 'Account',
  params: z.object({ session_id: requiredText(ID_MAX_LENGTH) }),
  scope: 'identity:write',
  firstParty: true,
});

export const renewSessionScopes = defineEndpoint({
  id: 'renewSessionScopes',
  method: 'POST',
  path: '/sessions/current/scopes',
  tag: 'Account',
  response: z.looseObject({ data: z.looseObject({ scopes: z.array(z.string()) }) }),
  scope: 'identity:write',
  firstParty: true,
});
