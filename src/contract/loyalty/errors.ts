import * as z from 'zod/mini';

/** The shape for what is wrong with a request but for its body; `message` names the parameter. */
export const parameterErrorSchema = z.looseObject({
  error_code: z.string(),
  error: z.string(),
  message: z.string(),
});

/** The shape for a value of the body that is refused; `reason` names the field. */
export const valueErrorSchema = z.looseObject({
  reason: z.string(),
  error_code: z.string(),
  success: z.literal(false),
});

/** Any refusal of the loyalty service. */
export const loyaltyErrorSchema = z.union([parameterErrorSchema, valueErrorSchema]);
export type LoyaltyError = z.output<typeof loyaltyErrorSchema>;
