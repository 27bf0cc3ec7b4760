import * as z from 'zod/mini';

/** The envelope of a reply: what was asked for under `data`, and `success` true. */
export function successOf<Data extends z.ZodMiniType>(data: Data) {
  return z.looseObject({ data, success: z.optional(z.boolean()) });
}

/** What the lists have in common; `total` counts all that match, whatever the cursor. */
export const listFields = { total: z.int(), more: z.boolean() };
