import * as z from 'zod/mini';
import { timestampSchema } from '#contract/json-api.ts';

/**
 * A part of an account at the third party, such as a page or a channel, in `included`. The
 * specification doesn't list the attributes, so a service may omit any of them.
 */
export const subaccountSchema = z.looseObject({
  id: z.string(),
  type: z.literal('subaccount'),
  attributes: z.looseObject({
    external_id: z.optional(z.string()),
    name: z.optional(z.string()),
    created_at: z.optional(timestampSchema),
    updated_at: z.optional(timestampSchema),
  }),
});
export type Subaccount = z.output<typeof subaccountSchema>;
