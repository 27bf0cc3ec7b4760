import { type PendingSignIn, takePendingSignIn } from './pending-sign-in.ts';
import { browserRefreshTokenStore } from './refresh/refresh-token-store.ts';

const CALLBACK_PATH = '/auth/callback';

export interface SignInReply {
  /** The query that the sign-in page sent the person back with. */
  readonly parameters: URLSearchParams;
  readonly state: string;
  /** Undefined for a reply that this tab did not ask for. */
  readonly pending: PendingSignIn | undefined;
}

/**
 * Takes the reply of a sign-in out of the address bar, where it is one, and puts the address that
 * the person wanted in its place. Called before anything else happens, and outside of React, so
 * that a code can be neither seen by other code nor exchanged twice.
 */
export function consumeSignInReply(): SignInReply | undefined {
  if (location.pathname !== CALLBACK_PATH) return undefined;
  const parameters = new URLSearchParams(location.search);
  const state = parameters.get('state') ?? '';
  const pending = takePendingSignIn(state);
  history.replaceState(null, '', pending && !pending.inPopup ? pending.returnTo : CALLBACK_PATH);
  // Reloading the emptied page, or opening its address by hand, replies to nothing; nor does somebody
  // else's reply end a session that this browser has.
  if (parameters.size === 0 || (!pending && browserRefreshTokenStore.read() !== null)) {
    history.replaceState(null, '', '/');
    return undefined;
  }
  return { parameters, state, pending };
}
