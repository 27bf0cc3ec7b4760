import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { instantSchema } from '#contract/instant.ts';
import { idTokenParameter, strictQuery, timestampSchema } from '#contract/json-api.ts';
import { oneLineText } from '#contract/one-line-text.ts';

// Tokens that read the audit log and the security log of one team, and nothing else (decisions.md, 68). Paths are
// relative to the people API's base URL; for administrators of the team.

const PATH = '/teams/:team_id/export-tokens';
const TAG = 'People';

/** With expired ones, until they are deleted. */
export const EXPORT_TOKENS_MAX = 10;
/** From the creation; also how long a token works whose expiry was not chosen. */
export const EXPORT_TOKEN_DAYS_MAX = 365;
const NAME_MAX_LENGTH = 100;

export const exportTokenSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  last_four: z.string(),
  created_at: timestampSchema,
  /** The name of the user, who may have left the team since then. */
  created_by: z.nullable(z.string()),
  /** To the minute; null if it wasn't used yet. */
  last_used_at: z.nullable(timestampSchema),
  expires_at: timestampSchema,
});
export type ExportToken = z.output<typeof exportTokenSchema>;

export const listExportTokens = defineEndpoint({
  id: 'listExportTokens',
  method: 'GET',
  path: PATH,
  tag: TAG,
  response: z.looseObject({ data: z.array(exportTokenSchema) }),
  scope: 'users:read',
  firstParty: true,
});

export const createExportToken = defineEndpoint({
  id: 'createExportToken',
  method: 'POST',
  path: PATH,
  tag: TAG,
  query: strictQuery(idTokenParameter),
  body: z.object({
    name: oneLineText(NAME_MAX_LENGTH, 'Enter a name'),
    expires_at: z.optional(instantSchema),
  }),
  bodyMaxBytes: 4 * 1024,
  status: 201,
  response: z.looseObject({ data: z.extend(exportTokenSchema, { token: z.string() }) }),
  scope: 'users:write',
  firstParty: true,
  stepUp: true,
});

export const deleteExportToken = defineEndpoint({
  id: 'deleteExportToken',
  method: 'DELETE',
  path: `${PATH}/:token_id`,
  tag: TAG,
  query: strictQuery(idTokenParameter),
  scope: 'users:write',
  firstParty: true,
  stepUp: true,
});
