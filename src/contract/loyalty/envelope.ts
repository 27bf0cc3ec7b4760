import * as z from 'zod/mini';

/** The envelope of a response: `data`, and `success: true`. */
export function successOf<Data extends z.ZodMiniType>(data: Data) {
  return z.looseObject({ data, success: z.optional(z.boolean()) });
}

/** Fields of every list. `total` counts all that match, on any page. */
export const listFields = { total: z.int(), more: z.boolean() };
