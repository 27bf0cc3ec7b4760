import { CONFIGURATION_CODE } from '#contract/json-api.ts';
import { errorResponse, type JsonApiError } from '#services/platform/json-api/errors.ts';

/**
 * An error that only the operator of Patron can fix. Never a 401, which would send the user to the
 * sign-in page (decisions.md, 37).
 */
export function configurationError(status: 502 | 503, detail: string): JsonApiError {
  return errorResponse(status, {
    ...(status === 502 && { code: CONFIGURATION_CODE }),
    detail: `${detail} Ask your Patron administrator to check the team's loyalty program.`,
  });
}
