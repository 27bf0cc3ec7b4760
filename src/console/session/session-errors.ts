import { ApiError } from '#console/api/errors/api-error.ts';

/** The refresh token has expired, was revoked, or is missing. */
export function sessionEndedError(): ApiError {
  const errors = [{ code: 'invalid_grant', detail: 'Your session has ended. Sign in again.' }];
  return new ApiError({ kind: 'error-response', status: 401, errors });
}

/** A callback of a sign-in that this tab didn't start. */
export function unsolicitedCallbackError(): ApiError {
  const errors = [
    {
      code: 'invalid_request',
      detail: 'This sign-in was started in another tab, or has already been used.',
    },
  ];
  return new ApiError({ kind: 'error-response', status: 400, errors });
}
