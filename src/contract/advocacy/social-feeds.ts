import * as z from 'zod/mini';
import { timestampSchema, toOneSchema } from '#contract/json-api.ts';

/**
 * A social feed, as it stands in `included`. The specification doesn't show its fields, so a
 * service may leave any of these out.
 */
export const socialFeedSchema = z.looseObject({
  id: z.string(),
  type: z.literal('social_feed'),
  attributes: z.looseObject({
    name: z.optional(z.string()),
    created_at: z.optional(timestampSchema),
    updated_at: z.optional(timestampSchema),
  }),
  /** `account` is what the include path `social_feeds.account` names. */
  relationships: z.optional(z.looseObject({ account: z.optional(toOneSchema) })),
});
export type SocialFeed = z.output<typeof socialFeedSchema>;
