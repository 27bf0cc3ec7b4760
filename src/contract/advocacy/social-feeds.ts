import * as z from 'zod/mini';
import { timestampSchema, toOneSchema } from '#contract/json-api.ts';

/**
 * A social feed in `included`. The specification doesn't list the attributes, so a service may omit
 * any of them.
 */
export const socialFeedSchema = z.looseObject({
  id: z.string(),
  type: z.literal('social_feed'),
  attributes: z.looseObject({
    name: z.optional(z.string()),
    created_at: z.optional(timestampSchema),
    updated_at: z.optional(timestampSchema),
  }),
  /** `account` backs the include path `social_feeds.account`. */
  relationships: z.optional(z.looseObject({ account: z.optional(toOneSchema) })),
});
export type SentSocialFeed = z.output<typeof socialFeedSchema>;
