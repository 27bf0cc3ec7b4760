import type { AccessOptions } from '#console/api/client.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { sleep } from '#console/lib/sleep.ts';
import type { SessionMessage } from './session-channel.ts';
import type { EndReason, Session, SessionDependencies } from './session-model.ts';
import { createSessionState } from './session-state.ts';
import type { SignInHint } from './sign-in/code-grant.ts';
import { type PendingSignIn, rememberSignIn } from './sign-in/pending-sign-in.ts';
import {
  type SignInCallback,
  sessionEndedError,
  unsolicitedCallbackError,
} from './sign-in/sign-in-callback.ts';
import { type Grant, remainingMs, type Tokens } from './tokens.ts';

/** An access token that expires within this time is replaced before it is used. */
const MARGIN_MS = 60_000;
/** How long to wait for the access token of another tab that has replaced the refresh token. */
const HANDOVER_MS = 500;
/** How long a sign-out waits for another tab that is using the refresh token. */
const SIGN_OUT_WAIT_MS = 3000;

const SIGNED_OUT: SignInHint = { signed_out: '1' };

/** Creates the session of this tab, which follows the other tabs of the browser. */
export function createSession(dependencies: SessionDependencies): Session {
  const { server, store, channel, page } = dependencies;
  const state = createSessionState();
  /** The access token is not replaced by one of another tab until then, in ms since 1970. */
  let pinnedUntil = 0;
  let renewing: Promise<Tokens> | undefined;

  channel.listen((message) => void onMessage(message));

  async function access(options: AccessOptions = {}): Promise<Tokens> {
    const { atLeastMs = MARGIN_MS, isBackground = false } = options;
    const current = state.get();
    if (state.isFinal()) return new Promise(() => {});
    if (current.status === 'ended') {
      if (isBackground && !current.isAsking) throw sessionEndedError();
      ask();
      return state.nextTokens();
    }
    const tokens = state.tokens();
    if (tokens && remainingMs(tokens) > atLeastMs) return tokens;
    try {
      return await renewOnce();
    } catch (error) {
      const { status } = state.get();
      if (status === 'ended' || state.isFinal()) return access(options);
      // Use the token until it expires; the next request tries to refresh again.
      const last = state.tokens();
      if (last && remainingMs(last) > 0 && atLeastMs <= MARGIN_MS) return last;
      throw error;
    }
  }

  function ask() {
    const current = state.get();
    if (current.status === 'ended' && !current.isAsking) state.set({ ...current, isAsking: true });
  }

  /** However many requests wait, one refresh is made. */
  function renewOnce(start = renewInTurn): Promise<Tokens> {
    renewing ??= start().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  function renewInTurn(): Promise<Tokens> {
    const before = state.tokens()?.accessToken;
    const seen = store.read();
    const replacedTokens = () => {
      const tokens = state.tokens();
      return tokens?.accessToken === before ? undefined : tokens;
    };
    return store.withLock(async () => {
      const refreshToken = store.read();
      if (refreshToken !== seen && refreshToken !== null && !replacedTokens()) {
        // Another tab has just replaced it; its message is on the way.
        await Promise.race([state.nextTokens(), sleep(HANDOVER_MS)]);
      }
      const replaced = replacedTokens();
      if (replaced && remainingMs(replaced) > MARGIN_MS) return replaced;
      return refresh(refreshToken);
    });
  }

  async function refresh(refreshToken: string | null): Promise<Tokens> {
    try {
      if (refreshToken === null) throw sessionEndedError();
      // Stores the next refresh token itself.
      const { tokens } = await server.refresh(refreshToken);
      // The user signed out before the response arrived.
      if (store.read() === null) throw sessionEndedError();
      return adopt(tokens, 'refreshed');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_grant') {
        if (store.read() === refreshToken) store.write(null);
        channel.send({ kind: 'ended' });
        end('expired');
      }
      throw error;
    }
  }

  function adopt(tokens: Tokens, kind: 'refreshed' | 'signed-in'): Tokens {
    // The user signed out before the response arrived.
    if (state.isFinal()) throw sessionEndedError();
    channel.send({ kind, tokens });
    state.adopt(tokens);
    return tokens;
  }

  function end(reason: EndReason) {
    const { status } = state.get();
    if (status === 'signed-in') state.set({ status: 'ended', reason, isAsking: true });
    // The page is still empty, so nothing is lost by leaving it.
    else if (status === 'starting') void signIn(page.address(), { signed_out: 'ended' });
  }

  async function onMessage(message: SessionMessage): Promise<void> {
    if (state.isFinal()) return;
    if (message.kind === 'signed-out') {
      // The page stays, with its address and what was typed on it.
      state.expireTokens();
      return end('signed-out');
    }
    if (message.kind === 'ended') {
      if (state.get().status === 'signed-in') end('expired');
      return;
    }
    const tokens = state.tokens();
    if (message.kind === 'signed-in') {
      if (!(await isSameUser(message.tokens))) return;
      if (state.tokens() !== tokens) return;
    }
    const isPinned = tokens && Date.now() < pinnedUntil && remainingMs(tokens) > MARGIN_MS;
    if (!isPinned || state.get().status === 'ended') state.adopt(message.tokens);
  }

  /** Closes the page of another user rather than send requests as the user who is signed in now. */
  async function isSameUser({ accessToken }: Tokens): Promise<boolean> {
    const displayed = dependencies.displayedUser()?.id;
    if (displayed === undefined) return true;
    try {
      if ((await dependencies.fetchUserId(accessToken)) === displayed) return true;
    } catch {
      // Unknown for now, so nothing is sent; the page stays, and the user can sign in again.
      state.expireTokens();
      end('expired');
      return false;
    }
    state.set({ status: 'replaced' });
    return false;
  }

  /** Fills in the email of the user whose session has ended. */
  function emailHint(): SignInHint {
    const user = dependencies.displayedUser();
    return user?.email ? { login_hint: user.email } : {};
  }

  async function signIn(returnTo: string, hint?: SignInHint): Promise<void> {
    state.set({ status: 'leaving' });
    try {
      page.open(await prepareSignIn({ returnTo, inPopup: false }, hint));
    } catch (error) {
      state.set({ status: 'failed', error });
    }
  }

  async function prepareSignIn(
    pending: Omit<PendingSignIn, 'codeVerifier'>,
    hint?: SignInHint,
  ): Promise<string> {
    const { url, state: key, codeVerifier } = await server.prepare(hint);
    rememberSignIn(key, { codeVerifier, ...pending });
    return url;
  }

  async function finishSignIn(callback: SignInCallback): Promise<Tokens> {
    const { parameters, state: key, pending } = callback;
    try {
      if (!pending) throw unsolicitedCallbackError();
      const { codeVerifier } = pending;
      const grant = await server.exchange(parameters, { state: key, codeVerifier });
      const tokens = await store.withLock(() => storeGrant(grant));
      if (pending.inPopup) state.set({ status: 'done' });
      return tokens;
    } catch (error) {
      state.set({ status: 'failed', error });
      throw error;
    }
  }

  async function storeGrant({ tokens, refreshToken }: Grant): Promise<Tokens> {
    adopt(tokens, 'signed-in');
    store.write(refreshToken);
    return tokens;
  }

  return {
    getState: state.get,
    subscribe: state.subscribe,
    start(callback) {
      if (callback) void renewOnce(() => finishSignIn(callback)).catch(() => {});
      else if (store.read() === null) {
        void signIn(page.address());
        return;
      }
      // Refresh before the first request needs it; the request reports an error.
      void access().catch(() => {});
    },
    access,
    renew: (rejected) => {
      // Unless another request has renewed it in the meantime.
      if (state.tokens()?.accessToken === rejected) state.expireTokens();
      return access({ isBackground: true });
    },
    current: () => {
      const tokens = state.tokens();
      return tokens && remainingMs(tokens) > MARGIN_MS ? tokens : undefined;
    },
    pinAccessToken: (until) => {
      pinnedUntil = until;
    },
    signIn: (returnTo) => signIn(returnTo, emailHint()),
    signInAddress: () => prepareSignIn({ returnTo: '/', inPopup: true }, emailHint()),
    dismiss() {
      const current = state.get();
      if (current.status !== 'ended') return;
      state.rejectNextTokens(sessionEndedError());
      state.set({ ...current, isAsking: false });
    },
    ask,
    async signOut() {
      state.set({ status: 'leaving' });
      const refreshToken = store.read();
      // Wait for a tab that is replacing the token, so that it doesn't store a new one afterwards.
      await store.withLock(async () => {}, AbortSignal.timeout(SIGN_OUT_WAIT_MS)).catch(() => {});
      const last = store.read() ?? refreshToken;
      store.write(null);
      channel.send({ kind: 'signed-out' });
      if (last !== null) await server.revoke(last);
      await signIn('/', SIGNED_OUT);
    },
  };
}
