import * as z from 'zod/mini';

/** The shape for what is wrong with a request but for its body; `message` names the parameter. */
export const parameterErrorSchema = z.looseObject({
  error_code: z.string(),
  error: z.string(),
  message: z.string(),
});
export type ParameterError = z.output<typeof parameterErrorSchema>;

/** The shape for a value of the body that is refused; `reason` names the field. */
export const valueErrorSchema = z.looseObject({
  reason: z.string(),
  error_code: z.string(),
  success: z.literal(false),
});
export type ValueError = z.output<typeof valueErrorSchema>;

/** Any refusal of the loyalty service. */
export const loyaltyErrorSchema = z.union([parameterErrorSchema, valueErrorSchema]);
export type LoyaltyError = z.output<typeof loyaltyErrorSchema>;

/** `error` by status; those beyond 400 are of decisions.md, 26. */
const ERROR_NAMES = {
  400: 'ERROR_INVALID_PARAMETER',
  401: 'ERROR_UNAUTHORIZED',
  404: 'ERROR_NOT_FOUND',
  405: 'ERROR_METHOD_NOT_ALLOWED',
  413: 'ERROR_PAYLOAD_TOO_LARGE',
  415: 'ERROR_UNSUPPORTED_MEDIA_TYPE',
  429: 'ERROR_TOO_MANY_REQUESTS',
  500: 'ERROR_INTERNAL',
  503: 'ERROR_UNAVAILABLE',
} as const;
export type ParameterErrorStatus = keyof typeof ERROR_NAMES;

/** The body for a refusal in the parameter shape; the message of a 400 names the parameter. */
export function parameterError(status: ParameterErrorStatus, message: string): ParameterError {
  return { error_code: String(status), error: ERROR_NAMES[status], message };
}

/** The body for a 400 about a value of the request's body; the reason names the field. */
export function valueError(reason: string): ValueError {
  return { reason, error_code: 'INVALID_REQUEST_PARAMETER_VALUES', success: false };
}

/** What the service says is wrong, in its own words; null where the body has neither shape. */
export function loyaltyErrorText(body: unknown): string | null {
  const error = loyaltyErrorSchema.safeParse(body);
  if (!error.success) return null;
  return 'message' in error.data ? String(error.data.message) : String(error.data.reason);
}
