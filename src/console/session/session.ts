import { ApiError } from '#console/api/errors/api-error.ts';
import { sleep } from '#console/lib/sleep.ts';
import { rememberSignIn } from './pending-sign-in.ts';
import type { SessionMessage } from './session-channel.ts';
import { sessionEnded, unaskedReply } from './session-errors.ts';
import type { Session, SessionDependencies, SessionState } from './session-model.ts';
import type { SignInReply } from './sign-in-reply.ts';
import { type Grant, remaining, type Tokens } from './tokens.ts';

/** An access token with less than this left is replaced before it is used, in ms. */
const MARGIN_MS = 60_000;
/** How long a tab that replaced the refresh token may take to tell its access token, in ms. */
const HANDOVER_MS = 500;
/** How long a sign-out waits for another tab that is just using the refresh token, in ms. */
const SIGN_OUT_WAIT_MS = 3000;

/** The session of this tab, in step with the other tabs of the browser. */
export function createSession(dependencies: SessionDependencies): Session {
  const { server, store, channel, page } = dependencies;
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'starting' };
  let tokens: Tokens | undefined;
  let keptUntil = 0;
  let renewing: Promise<Tokens> | undefined;
  let nextTokens = Promise.withResolvers<Tokens>();

  channel.listen((message) => void hear(message));

  function set(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function adopt(next: Tokens) {
    tokens = next;
    nextTokens.resolve(next);
    nextTokens = Promise.withResolvers();
    // Nobody may be waiting when it fails.
    nextTokens.promise.catch(() => {});
    set({ status: 'signed-in', scopes: next.scopes });
  }

  async function access(atLeast = MARGIN_MS): Promise<Tokens> {
    if (state.status === 'leaving' || state.status === 'done') return new Promise(() => {});
    if (state.status === 'ended') {
      if (!state.asking) set({ status: 'ended', asking: true });
      return nextTokens.promise;
    }
    if (tokens && remaining(tokens) > atLeast) return tokens;
    try {
      return await renewOnce();
    } catch (error) {
      if (hasEnded()) return access(atLeast);
      // What fails now may work before the token really ends.
      if (tokens && remaining(tokens) > 0 && atLeast <= MARGIN_MS) return tokens;
      throw error;
    }
  }

  // A function, so that the compiler doesn't take the state for what it was before an await.
  const hasEnded = () => state.status === 'ended' || state.status === 'leaving';

  function renewOnce(): Promise<Tokens> {
    renewing ??= renewInTurn().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  function renewInTurn(): Promise<Tokens> {
    const before = tokens?.accessToken;
    const seen = store.read();
    return store.exclusively(async () => {
      const refreshToken = store.read();
      const isReplaced = () => tokens !== undefined && tokens.accessToken !== before;
      if (refreshToken !== seen && refreshToken !== null && !isReplaced()) {
        // Another tab has just replaced it, and its message is on the way.
        await Promise.race([nextTokens.promise, sleep(HANDOVER_MS)]);
      }
      if (tokens && isReplaced() && remaining(tokens) > MARGIN_MS) return tokens;
      return replace(
        refreshToken,
        refreshToken === null ? Promise.reject(sessionEnded()) : server.refresh(refreshToken),
      );
    });
  }

  /** @param refreshing stores the next refresh token itself */
  async function replace(spent: string | null, refreshing: Promise<Grant>): Promise<Tokens> {
    try {
      const { tokens: next } = await refreshing;
      // Somebody signed out while the answer was on its way.
      if (store.read() === null) throw sessionEnded();
      return keep(next, 'refreshed');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_grant') {
        if (store.read() === spent) store.write(null);
        channel.send({ kind: 'ended' });
        end();
      }
      throw error;
    }
  }

  function keep(next: Tokens, kind: 'refreshed' | 'signed-in'): Tokens {
    // The person signed out while the answer was on its way.
    if (state.status === 'leaving') throw sessionEnded();
    channel.send({ kind, tokens: next });
    adopt(next);
    return next;
  }

  function end() {
    if (state.status === 'signed-in') set({ status: 'ended', asking: true });
    // The page shows nothing yet, so nothing is lost by leaving it.
    else if (state.status === 'starting') void signIn(page.address());
  }

  async function hear(message: SessionMessage): Promise<void> {
    if (state.status === 'leaving') return;
    if (message.kind === 'signed-out') return signIn('/');
    if (message.kind === 'ended') {
      if (state.status === 'signed-in') end();
      return;
    }
    if (message.kind === 'signed-in' && !(await isSamePerson(message.tokens))) return;
    const isKept = tokens && Date.now() < keptUntil && remaining(tokens) > MARGIN_MS;
    if (!isKept || state.status === 'ended') adopt(message.tokens);
  }

  /** Makes a page of somebody else's go away rather than act in the name of who is signed in now. */
  async function isSamePerson(next: Tokens): Promise<boolean> {
    const shown = dependencies.displayedUserId();
    if (shown === undefined) return true;
    try {
      if ((await dependencies.fetchUserId(next.accessToken)) === shown) return true;
    } catch {
      // Not known now: what is ended stays so, and the person can try again.
      if (state.status === 'ended') return false;
    }
    page.open('/');
    return false;
  }

  async function signIn(returnTo: string): Promise<void> {
    set({ status: 'leaving' });
    try {
      page.open(await prepare(returnTo, false));
    } catch (error) {
      set({ status: 'failed', error });
    }
  }

  async function prepare(returnTo: string, inPopup: boolean): Promise<string> {
    const { url, state: key, codeVerifier } = await server.prepare();
    rememberSignIn(key, { codeVerifier, returnTo, inPopup });
    return url;
  }

  async function finishSignIn({ parameters, state: key, pending }: SignInReply): Promise<Tokens> {
    try {
      if (!pending) throw unaskedReply();
      const { codeVerifier } = pending;
      const grant = await server.exchange(parameters, { state: key, codeVerifier });
      const kept = await store.exclusively(async () => {
        const next = keep(grant.tokens, 'signed-in');
        store.write(grant.refreshToken);
        return next;
      });
      if (pending.inPopup) set({ status: 'done' });
      return kept;
    } catch (error) {
      set({ status: 'failed', error });
      throw error;
    }
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(reply) {
      if (reply) {
        renewing = finishSignIn(reply).finally(() => {
          renewing = undefined;
        });
      } else if (store.read() === null) {
        void signIn(page.address());
        return;
      }
      // Begun before the first request asks for it; who asks gets the failure.
      void access().catch(() => {});
    },
    access,
    renew: (refused) => {
      // Another request may have renewed it in the meantime.
      if (tokens?.accessToken !== refused) return access();
      tokens = { ...tokens, expiresAt: 0 };
      return access();
    },
    current: () => (tokens && remaining(tokens) > MARGIN_MS ? tokens : undefined),
    keepAccessToken: (until) => {
      keptUntil = until;
    },
    signIn,
    signInAddress: () => prepare('/', true),
    dismiss() {
      if (state.status !== 'ended') return;
      nextTokens.reject(sessionEnded());
      nextTokens = Promise.withResolvers();
      nextTokens.promise.catch(() => {});
      set({ status: 'ended', asking: false });
    },
    async signOut() {
      set({ status: 'leaving' });
      const refreshToken = store.read();
      // In turn, so that a tab that is just replacing the token doesn't bring it back.
      await store
        .exclusively(async () => {}, AbortSignal.timeout(SIGN_OUT_WAIT_MS))
        .catch(() => {});
      const last = store.read() ?? refreshToken;
      store.write(null);
      channel.send({ kind: 'signed-out' });
      if (last !== null) await server.revoke(last);
      await signIn('/');
    },
  };
}
