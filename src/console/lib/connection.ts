import { onlineManager } from '@tanstack/react-query';

/** Between two attempts to reach the servers. */
const RETRY_DELAY_MS = 5000;

export type ConnectionState =
  | { readonly isLost: false }
  /** `retryAt`: when the next attempt begins, in ms since 1970; undefined while one is being made. */
  | { readonly isLost: true; readonly retryAt: number | undefined };

export interface Connection {
  readonly getState: () => ConnectionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Tries again now. */
  readonly retry: () => void;
}

/**
 * Follows whether the servers can be reached, and keeps trying while they can't. The query client
 * pauses its queries for that time and continues them afterwards, because it shares the state.
 *
 * @param isReachable makes one attempt
 */
export function watchConnection(isReachable: () => Promise<boolean>): Connection {
  const listeners = new Set<() => void>();
  let state: ConnectionState = { isLost: false };
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(next: ConnectionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function waitForRetry() {
    clearTimeout(timer);
    timer = setTimeout(retry, RETRY_DELAY_MS);
    set({ isLost: true, retryAt: Date.now() + RETRY_DELAY_MS });
  }

  async function retry() {
    if (!state.isLost || state.retryAt === undefined) return;
    clearTimeout(timer);
    set({ isLost: true, retryAt: undefined });
    const isReached = await isReachable();
    // The browser may have reported it in the meantime.
    if (onlineManager.isOnline()) return;
    if (isReached) onlineManager.setOnline(true);
    else waitForRetry();
  }

  onlineManager.subscribe((isOnline) => {
    if (!isOnline) return waitForRetry();
    clearTimeout(timer);
    set({ isLost: false });
  });

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry: () => void retry(),
  };
}

/** A request got no response. */
export function reportConnectionLost(): void {
  onlineManager.setOnline(false);
}

/** A request got a response, so there is no need to wait for the next attempt. */
export function reportConnected(): void {
  onlineManager.setOnline(true);
}

/** Calls `listener` each time the connection is restored. @returns stops listening */
export function onReconnect(listener: () => void): () => void {
  return onlineManager.subscribe((isOnline) => {
    if (isOnline) listener();
  });
}

/** Resolves when the servers can be reached, now or later. */
export async function untilConnected(): Promise<void> {
  if (onlineManager.isOnline()) return;
  await new Promise<void>((resolve) => {
    const stop = onReconnect(() => {
      stop();
      resolve();
    });
  });
}
