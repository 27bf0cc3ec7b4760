import type { SessionState } from './session-model.ts';
import type { Tokens } from './tokens.ts';

/** Statuses that the session of a page doesn't leave. */
const FINAL: ReadonlySet<SessionState['status']> = new Set(['leaving', 'replaced', 'done']);

/** The state of a session, its tokens, and what waits for new ones. */
export function createSessionState() {
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'starting' };
  let tokens: Tokens | undefined;
  let next = createDeferred();

  function set(to: SessionState) {
    state = to;
    for (const listener of listeners) listener();
  }

  return {
    get: () => state,
    isFinal: () => FINAL.has(state.status),
    set,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tokens: () => tokens,
    /** Resolves to the tokens of the next refresh or sign-in, in any tab. */
    nextTokens: () => next.promise,
    adopt(adopted: Tokens) {
      tokens = adopted;
      next.resolve(adopted);
      next = createDeferred();
      set({ status: 'signed-in', scopes: adopted.scopes });
    },
    /** Makes the next request refresh the tokens. */
    expireTokens() {
      if (tokens) tokens = { ...tokens, expiresAt: 0 };
    },
    rejectNextTokens(error: Error) {
      next.reject(error);
      next = createDeferred();
    },
  };
}

function createDeferred(): PromiseWithResolvers<Tokens> {
  const deferred = Promise.withResolvers<Tokens>();
  // Avoid an unhandled rejection when nothing awaits it.
  deferred.promise.catch(() => {});
  return deferred;
}
