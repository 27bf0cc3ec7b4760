import { errorResponse, type JsonApiError } from '#services/platform/json-api/errors.ts';

/**
 * A refusal for what only whoever runs Patron can mend. It is told as such, never as a 401 that would
 * send the person to the sign-in page (decisions.md, 37).
 */
export function configurationError(status: 502 | 503, detail: string): JsonApiError {
  return errorResponse(status, {
    detail: `${detail} Ask whoever runs Patron to check the team's loyalty program.`,
  });
}
