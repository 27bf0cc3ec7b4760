import * as z from 'zod/mini';

/** A team of the current user, as `include=teams` of /v2/me brings it. */
export const teamSchema = z.looseObject({
  id: z.string(),
  type: z.literal('team'),
  attributes: z.looseObject({ name: z.string() }),
  /** What the person is in this team; for showing, the service decides what is allowed. */
  meta: z.optional(z.looseObject({ role: z.optional(z.string()) })),
});
export type Team = z.output<typeof teamSchema>;
