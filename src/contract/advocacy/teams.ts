import * as z from 'zod/mini';
import { RULES, timestampSchema } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import type { ReadOf } from '#contract/readers/reader-types.ts';
import { ROLE_KINDS } from '#contract/roles/role-table.ts';

/** A team of the current user, from `include=teams` of /v2/me. */
export const teamSchema = z.looseObject({
  id: z.string(),
  type: z.literal('team'),
  attributes: z.looseObject({ name: z.string() }),
  /** The user's role, for display; the service decides what is allowed. */
  meta: z.optional(
    z.looseObject({
      role: z.optional(z.string()),
      /** What the role can do by the table of roles. */
      role_kind: z.optional(openEnum(ROLE_KINDS)),
      /** The most points that a support agent can adjust at a time. */
      support_points_max: z.optional(z.int()),
      /** False if the role only reads in this team. */
      can_write: z.optional(z.boolean()),
      can_administer: z.optional(z.boolean()),
      /** The rule of the team that this session doesn't meet: every request to the team gets 403. */
      unmet_rule: z.optional(openEnum(RULES)),
      /** Until when this session can use the team without the second step that the team requires. */
      second_step_until: z.optional(timestampSchema),
      /** Names of the team's administrators, who can give the user more access. */
      administrators: z.optional(z.array(z.string())),
    }),
  ),
});
export type Team = ReadOf<typeof teamSchema>;
export type SentTeam = z.output<typeof teamSchema>;
