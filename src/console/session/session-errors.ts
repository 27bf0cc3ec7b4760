import { ApiError } from '#console/api/errors/api-error.ts';

/** The refresh token is at its end, or gone. */
export function sessionEnded(): ApiError {
  const errors = [{ code: 'invalid_grant', detail: 'Your session has ended. Sign in again.' }];
  return new ApiError({ kind: 'error-response', status: 401, errors });
}

/** A reply of the sign-in page that this tab did not ask for. */
export function unaskedReply(): ApiError {
  const errors = [
    { code: 'invalid_request', detail: 'This sign-in was begun elsewhere, or finished before.' },
  ];
  return new ApiError({ kind: 'error-response', status: 400, errors });
}
