import { LOYALTY_NOT_FOUND, type LoyaltyError } from '#contract/loyalty/errors.ts';

/** An error response in one of the two shapes of the contract (decisions.md, 26). */
export class LoyaltyApiError extends Error {
  readonly status: number;
  readonly body: LoyaltyError;

  constructor(status: number, body: LoyaltyError) {
    super(String('message' in body ? body.message : body.reason));
    this.status = status;
    this.body = body;
  }
}

const ERRORS: Record<number, [error: string, message: string]> = {
  400: ['ERROR_INVALID_REQUEST', 'The request is not valid.'],
  401: ['ERROR_UNAUTHORIZED', 'The api-key and partner-id headers do not match a program.'],
  404: [LOYALTY_NOT_FOUND.error, LOYALTY_NOT_FOUND.message],
  405: ['ERROR_METHOD_NOT_ALLOWED', 'This address does not support the method.'],
  413: ['ERROR_REQUEST_TOO_LARGE', 'The body is too large.'],
  415: ['ERROR_UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.'],
  500: ['ERROR_INTERNAL', 'The service failed. Quote the x-request-id when you report this.'],
  503: ['ERROR_UNAVAILABLE', "The database can't be reached. Try again shortly."],
};

/** An error in the parameter shape; `ERROR_<status>` if the status has no name. */
export function loyaltyError(status: number): LoyaltyApiError {
  const [error, message] = ERRORS[status] ?? [`ERROR_${status}`, 'The request was rejected.'];
  return new LoyaltyApiError(status, { error_code: String(status), error, message });
}

/** 400 for a query or path parameter, named in `message`. */
export function invalidParameter(name: string, detail: string): LoyaltyApiError {
  return new LoyaltyApiError(400, {
    error_code: '400',
    error: 'ERROR_INVALID_PARAMETER',
    message: `${name}: ${detail}`,
  });
}

/** 400 for a value in the body; `reason` names its field. */
export function invalidValue(field: string, detail: string): LoyaltyApiError {
  return new LoyaltyApiError(400, {
    reason: field === '' ? detail : `${field}: ${detail}`,
    error_code: 'INVALID_REQUEST_PARAMETER_VALUES',
    success: false,
  });
}
