import type { AccessSource } from '#console/api/client.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import type { RefreshTokenStore } from './refresh/refresh-token-store.ts';
import type { SessionChannel } from './session-channel.ts';
import type { SignInReply } from './sign-in-reply.ts';
import type { Tokens } from './tokens.ts';

export type SessionState =
  /** There is no access token yet; requests wait for it. */
  | { readonly status: 'starting' }
  | { readonly status: 'signed-in'; readonly scopes: readonly string[] }
  /** The refresh token is at its end. `asking`: the person is asked to sign in again. */
  | { readonly status: 'ended'; readonly asking: boolean }
  /** On the way to the sign-in page. */
  | { readonly status: 'leaving' }
  /** A sign-in came to nothing. */
  | { readonly status: 'failed'; readonly error: unknown }
  /** This window was opened for signing in again, and has done so. */
  | { readonly status: 'done' };

export interface Session extends AccessSource {
  readonly getState: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Takes the session up where the browser has one; leaves for the sign-in page where not. */
  start(reply: SignInReply | undefined): void;
  /** An access token that is good for at least `atLeast` ms more. @throws {ApiError} */
  access(atLeast?: number): Promise<Tokens>;
  renew(refused: string): Promise<Tokens>;
  /** The token that requests carry now, where it is still good. */
  current(): Tokens | undefined;
  /** Goes on with the present access token until then, though another tab may bring a later one. */
  keepAccessToken(until: number): void;
  /** Leaves for the sign-in page, which leads back to `returnTo`. */
  signIn(returnTo: string): Promise<void>;
  /** The address for a small window in which to sign in again, over a page that keeps its input. */
  signInAddress(): Promise<string>;
  /** The person won't sign in again now: what waits for it fails. */
  dismiss(): void;
  /** Ends the session in every tab, and leaves for the sign-in page. */
  signOut(): Promise<void>;
}

export interface SessionDependencies {
  readonly server: AuthorizationServer;
  readonly store: RefreshTokenStore;
  readonly channel: SessionChannel;
  /** The ID of the user that an access token belongs to. */
  readonly fetchUserId: (accessToken: string) => Promise<string>;
  /** The ID of the user whose data the page shows, once it is known. */
  readonly displayedUserId: () => string | undefined;
  readonly page: {
    /** Path, query and fragment. */
    readonly address: () => string;
    /** Leaves the page. */
    readonly open: (url: string) => void;
  };
}
