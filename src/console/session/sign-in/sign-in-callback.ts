import { ApiError } from '#console/api/errors/api-error.ts';
import { browserRefreshTokenStore } from '#console/session/refresh/refresh-token-store.ts';
import { consumePendingSignIn, type PendingSignIn } from './pending-sign-in.ts';

export const SIGN_IN_CALLBACK_PATH = '/auth/callback';

export interface SignInCallback {
  /** The query string of the callback. */
  readonly parameters: URLSearchParams;
  readonly state: string;
  /** Undefined if this tab didn't start the sign-in. */
  readonly pending: PendingSignIn | undefined;
}

/**
 * Reads the callback of a sign-in once, and replaces it in the address bar by the address that the user
 * wanted. It must run before anything else and outside of React, so that no other code sees the
 * authorization code and it is never exchanged twice.
 *
 * @returns undefined on every page except the callback page
 */
export function consumeSignInCallback(): SignInCallback | undefined {
  if (location.pathname !== SIGN_IN_CALLBACK_PATH) return undefined;
  const parameters = new URLSearchParams(location.search);
  const state = parameters.get('state') ?? '';
  const pending = consumePendingSignIn(state);
  history.replaceState(
    null,
    '',
    pending && !pending.inPopup ? pending.returnTo : SIGN_IN_CALLBACK_PATH,
  );
  // A reload of the cleared page has no parameters. And a callback that this browser didn't ask for
  // must not end its session.
  if (parameters.size === 0 || (!pending && browserRefreshTokenStore.read() !== null)) {
    history.replaceState(null, '', '/');
    return undefined;
  }
  return { parameters, state, pending };
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

/** The refresh token has expired, was revoked, or is missing. */
export function sessionEndedError(): ApiError {
  const errors = [{ code: 'invalid_grant', detail: 'Your session has ended. Sign in again.' }];
  return new ApiError({ kind: 'error-response', status: 401, errors });
}
