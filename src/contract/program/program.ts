import * as z from 'zod/mini';
import { cursorListOf, cursorParameters } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { idTokenParameter, strictQuery, timestampSchema } from '#contract/json-api.ts';
import { oneLineText } from '#contract/one-line-text.ts';
import { openEnum } from '#contract/open-enum.ts';

// Announced as `extensions.program`, where the loyalty service is ours (decisions.md, 62). Keys are for
// administrators of the team, and writes need the id_token.

const PATH = '/teams/:team_id/program';
const TAG = 'Program';

export const programTierSchema = z.looseObject({
  /** The `loyalty_tier_id` of members. */
  id: z.string(),
  name: z.string(),
  /** From 1, the lowest tier. */
  rank: z.int(),
  /** The qualified points from which a member is in the tier. */
  threshold: z.int(),
  /** `lifetime`: all qualified points count. `period`: those of the member's current period. */
  qualification: z.looseObject({
    kind: z.enum(['lifetime', 'period']),
    /** The length of a period; null for `lifetime`. */
    months: z.nullable(z.int()),
  }),
});

export const programSchema = z.looseObject({
  name: z.string(),
  partner_id: z.string(),
  /** ISO 4217; null if the program has none set. */
  currency: z.nullable(z.string()),
  /** Lowest first. */
  tiers: z.array(programTierSchema),
  points: z.looseObject({
    /** Null if points never expire. */
    expiry: z.nullable(z.looseObject({ days: z.int() })),
  }),
  /** The language of texts without a translation, such as `en`; null if the program has none set. */
  language: z.nullable(z.string()),
  /** Fields that each member needs, with a value that no other member has. Missing in versions before 0.3.0. */
  unique_fields: z.optional(z.array(openEnum(['email_address', 'phone_number']))),
});
export type Program = z.output<typeof programSchema>;

/** Points that an activity earned, and that wait for approval. */
export const pendingPointsSchema = z.looseObject({
  id: z.string(),
  member: z.looseObject({
    /** The `id` of the member in the loyalty service. */
    id: z.string(),
    member_id: z.string(),
    /** Null if neither name is known. */
    name: z.nullable(z.string()),
  }),
  points: z.int(),
  /** The activity that earned them, with the operator's id; null if it isn't known. */
  activity: z.nullable(z.looseObject({ id: z.string(), name: z.string() })),
  /** When they were earned. */
  since: timestampSchema,
});
export type PendingPoints = z.output<typeof pendingPointsSchema>;

export const apiKeySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Null for keys from before it was stored. */
  last_four: z.nullable(z.string()),
  created_at: timestampSchema,
  /** The name of the user or operator; null if it isn't known. */
  created_by: z.nullable(z.string()),
  /** To the minute; null if it wasn't used since its uses are recorded. */
  last_used_at: z.nullable(timestampSchema),
  /** Whether the console itself calls the program with it. Such a key can't be revoked here. */
  used_by_console: z.boolean(),
});
export type ApiKey = z.output<typeof apiKeySchema>;

export const getProgram = defineEndpoint({
  id: 'getProgram',
  method: 'GET',
  path: PATH,
  tag: TAG,
  response: z.looseObject({ data: programSchema }),
  scope: 'teams:read',
});

export const listPendingPoints = defineEndpoint({
  id: 'listPendingPoints',
  method: 'GET',
  path: `${PATH}/pending`,
  tag: TAG,
  query: strictQuery(cursorParameters),
  response: cursorListOf(pendingPointsSchema),
  scope: 'teams:read',
});

export const listApiKeys = defineEndpoint({
  id: 'listApiKeys',
  method: 'GET',
  path: `${PATH}/api-keys`,
  tag: TAG,
  response: z.looseObject({ data: z.array(apiKeySchema) }),
  scope: 'teams:read',
  firstParty: true,
});

const API_KEY_NAME_MAX_LENGTH = 100;

export const createApiKey = defineEndpoint({
  id: 'createApiKey',
  method: 'POST',
  path: `${PATH}/api-keys`,
  tag: TAG,
  query: strictQuery(idTokenParameter),
  body: z.object({ name: oneLineText(API_KEY_NAME_MAX_LENGTH, 'Enter a name') }),
  bodyMaxBytes: 4 * 1024,
  status: 201,
  response: z.looseObject({ data: z.extend(apiKeySchema, { key: z.string() }) }),
  scope: 'teams:write',
  firstParty: true,
  stepUp: true,
});

export const revokeApiKey = defineEndpoint({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: `${PATH}/api-keys/:key_id`,
  tag: TAG,
  query: strictQuery(idTokenParameter),
  scope: 'teams:write',
  firstParty: true,
  stepUp: true,
});
