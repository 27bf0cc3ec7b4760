import * as z from 'zod/mini';
import { timestampSchema } from '#contract/json-api.ts';

/**
 * A part of an account at the third party (a page, a channel), as it stands in `included`. The
 * specification doesn't show its fields, so a service may leave any of these out.
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
