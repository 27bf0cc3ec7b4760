import type { AccessOptions, AccessSource } from '#console/api/client.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import type { RefreshTokenStore } from './refresh/refresh-token-store.ts';
import type { SessionChannel } from './session-channel.ts';
import type { SignInCallback } from './sign-in/sign-in-callback.ts';
import type { Tokens } from './tokens.ts';

/** The refresh token has expired or was revoked, or the user signed out in another tab. */
export type EndReason = 'expired' | 'signed-out';

export type SessionState =
  /** Requests wait for the first access token. */
  | { readonly status: 'starting' }
  | { readonly status: 'signed-in'; readonly scopes: readonly string[] }
  /** `isAsking`: the user is asked to sign in again. */
  | { readonly status: 'ended'; readonly reason: EndReason; readonly isAsking: boolean }
  /** Another user signed in, in another window. */
  | { readonly status: 'replaced' }
  /** Opening the sign-in page. */
  | { readonly status: 'leaving' }
  /** A sign-in failed. */
  | { readonly status: 'failed'; readonly error: unknown }
  /** This window was opened for signing in again, and is finished. */
  | { readonly status: 'done' };

export interface Session extends AccessSource {
  readonly getState: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resumes the session of this browser, or opens the sign-in page. */
  start(callback: SignInCallback | undefined): void;
  /** @throws {ApiError} */
  access(options?: AccessOptions): Promise<Tokens>;
  renew(rejected: string): Promise<Tokens>;
  /** The access token, if it is still valid. */
  current(): Tokens | undefined;
  /** Ignores access tokens of other tabs until then. @param until in ms since 1970 */
  pinAccessToken(until: number): void;
  /** Opens the sign-in page, which returns to `returnTo`. */
  signIn(returnTo: string): Promise<void>;
  signInAddress(): Promise<string>;
  /** The user won't sign in again now: waiting requests fail. */
  dismiss(): void;
  /** Asks the user to sign in again after they dismissed that. */
  ask(): void;
  /** Ends the session in every tab, and opens the sign-in page. */
  signOut(): Promise<void>;
}

export interface SessionDependencies {
  readonly server: AuthorizationServer;
  readonly store: RefreshTokenStore;
  readonly channel: SessionChannel;
  /** The ID of the user that an access token belongs to. */
  readonly fetchUserId: (accessToken: string) => Promise<string>;
  /** The user whose data the page shows, once it is known. */
  readonly displayedUser: () => { readonly id: string; readonly email: string } | undefined;
  readonly page: {
    /** Path, query and fragment. */
    readonly address: () => string;
    /** Leaves the page, without an entry in the history that would lead back into the sign-in. */
    readonly open: (url: string) => void;
  };
}
