import * as z from 'zod/mini';

/** An error in anything but the body; `message` names the parameter. */
export const parameterErrorSchema = z.looseObject({
  error_code: z.string(),
  error: z.string(),
  message: z.string(),
});

/** The error of an address that doesn't exist. */
export const LOYALTY_NOT_FOUND = {
  error_code: '404',
  error: 'ERROR_NOT_FOUND',
  message: 'There is nothing at this address.',
};

/** A rejected value in the body; `reason` names the field. */
export const valueErrorSchema = z.looseObject({
  reason: z.string(),
  error_code: z.string(),
  success: z.literal(false),
});

/** Any error response of the loyalty service. */
export const loyaltyErrorSchema = z.union([parameterErrorSchema, valueErrorSchema]);
export type LoyaltyError = z.output<typeof loyaltyErrorSchema>;
