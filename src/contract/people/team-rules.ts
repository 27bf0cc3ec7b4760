import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { idTokenParameter, strictQuery, timestampSchema } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ADJUSTMENT_MAX } from '#contract/points/adjustment.ts';
import { requiredText } from '#contract/text.ts';

// Paths are relative to the people API's base URL. Bodies are plain JSON, errors JSON:API documents.
// For administrators of the team. The rules hold for every request to the team (decisions.md, 67).

const SECOND_STEPS = ['optional', 'required'] as const;
/** How long people can work before they have to add a second step. */
export const SECOND_STEP_DAYS = 7;
/** A session lasts 30 days at most. */
const SESSION_HOURS_MAX = 720;
export const NETWORKS_MAX = 50;
const NETWORK_MAX_LENGTH = 43;

export const teamRulesSchema = z.looseObject({
  second_step: openEnum(SECOND_STEPS),
  /** Since when it is required; null if it is optional. */
  second_step_since: z.nullable(timestampSchema),
  /** How long after the sign-in a session can use the team; null for as long as it lasts. */
  session_hours: z.nullable(z.int()),
  /** The networks that the team can be used from; empty for all. */
  networks: z.array(z.string()),
  /** The most points that a support agent can adjust at a time; ten times as many a day. */
  support_points_max: z.int(),
});
export type TeamRules = z.output<typeof teamRulesSchema>;

const teamRulesResponse = z.looseObject({ data: teamRulesSchema });

/** A whole number from 1. */
function count(maximum: number) {
  const error = `Must be a whole number from 1 to ${maximum}`;
  return z.int({ error }).check(z.minimum(1, { error }), z.maximum(maximum, { error }));
}

const cidrSchema = z.union([z.cidrv4(), z.cidrv6()]);

/** A network in CIDR notation. */
export const networkSchema = requiredText(NETWORK_MAX_LENGTH).check(
  z.refine((text) => z.safeParse(cidrSchema, text).success, {
    error: 'Must be a network such as 203.0.113.0/24 or 2001:db8::/32',
  }),
);

export const getTeamRules = defineEndpoint({
  id: 'getTeamRules',
  method: 'GET',
  path: '/teams/:team_id/rules',
  tag: 'People',
  query: strictQuery({}),
  response: teamRulesResponse,
  scope: 'users:read',
  firstParty: true,
});

/** Fields that are absent stay. 422 for a rule that the caller's own session doesn't meet. */
export const updateTeamRules = defineEndpoint({
  id: 'updateTeamRules',
  method: 'PATCH',
  path: '/teams/:team_id/rules',
  tag: 'People',
  query: strictQuery(idTokenParameter),
  body: z.object({
    second_step: z.optional(z.enum(SECOND_STEPS, { error: 'Must be optional or required' })),
    session_hours: z.optional(z.nullable(count(SESSION_HOURS_MAX))),
    networks: z.optional(
      z
        .array(networkSchema, { error: 'Must be a list of networks' })
        .check(z.maxLength(NETWORKS_MAX, { error: `Use ${NETWORKS_MAX} networks or fewer` })),
    ),
    support_points_max: z.optional(count(ADJUSTMENT_MAX)),
  }),
  bodyMaxBytes: 8 * 1024,
  response: teamRulesResponse,
  scope: 'users:write',
  firstParty: true,
  stepUp: true,
});
