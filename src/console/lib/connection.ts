import { onlineManager } from '@tanstack/react-query';

/** Between two attempts to reach the servers. */
const RETRY_DELAY_MS = 5000;
/** After this long without a response, the banner says that the servers are slow. */
const SLOW_AFTER_MS = 8000;

export type ConnectionState =
  /** `isSlow`: a request has been waiting for its response for too long. */
  | { readonly isLost: false; readonly isSlow: boolean }
  /** `retryAt`: when the next attempt begins, in ms since 1970; undefined while one is being made. */
  | { readonly isLost: true; readonly retryAt: number | undefined };

export interface Connection {
  readonly getState: () => ConnectionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly retry: () => void;
}

const slowRequests = new Set<symbol>();
const slownessListeners = new Set<() => void>();

function setSlow(request: symbol, isSlow: boolean) {
  if (isSlow) slowRequests.add(request);
  else if (!slowRequests.delete(request)) return;
  for (const listener of slownessListeners) listener();
}

/** A request was sent. @returns to be called once it has a response or has failed */
export function trackRequest(): () => void {
  const request = Symbol();
  const timer = setTimeout(setSlow, SLOW_AFTER_MS, request, true);
  return () => {
    clearTimeout(timer);
    setSlow(request, false);
  };
}

/**
 * Follows whether the servers can be reached, and keeps trying while they can't. The query client
 * pauses its queries for that time and continues them afterwards, because it shares the state.
 *
 * @param isReachable makes one attempt
 */
export function watchConnection(isReachable: () => Promise<boolean>): Connection {
  const listeners = new Set<() => void>();
  const connected = () => ({ isLost: false, isSlow: slowRequests.size > 0 }) as const;
  let state: ConnectionState = connected();
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
    set(connected());
  });
  slownessListeners.add(() => {
    if (!state.isLost && state.isSlow !== slowRequests.size > 0) set(connected());
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

/** A request got no response, or not in time. */
export function reportConnectionLost(): void {
  onlineManager.setOnline(false);
}

/** A request got a response, so there is no need to wait for the next attempt. */
export function reportConnected(): void {
  onlineManager.setOnline(true);
}

/** Whether the servers can be reached, as far as is known. */
export const isConnected = () => onlineManager.isOnline();

/** Calls `listener` when that changes. @returns stops listening */
export const watchConnected = (listener: () => void) => onlineManager.subscribe(listener);

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
