import type { UserFacingError } from '#console/lib/user-facing-error.ts';

const WINDOW_FEATURES = 'popup,width=560,height=720';
/** public/connect/start.html: an empty window would lose its opener at the network in WebKit. */
const START_PATH = '/connect/start';
/** What the page posts when it has loaded. */
const READY_MESSAGE = 'connect-start';
/** How long the window is kept from the network for a page that doesn't load. */
const READY_TIMEOUT_MS = 5_000;
const CLOSE_INTERVAL_MS = 500;
const MAX_CLOSE_ATTEMPTS = 10;

type StartPageState = { readonly network: string } | { readonly error: UserFacingError };

/** A window in which the user authorizes accounts at a network. */
export interface ConnectWindow {
  readonly isClosed: () => boolean;
  /** Also closes a window that ignores the first call because it is loading another page. */
  readonly close: () => void;
  /** Names the network whose address is awaited. */
  readonly showNetwork: (network: string) => void;
  /** Shows an error in the window, unless it was already sent to a network. */
  readonly showError: (error: UserFacingError) => void;
  readonly hasError: () => boolean;
  /** Resolves when the window can be sent to a network without losing its opener. */
  readonly ready: Promise<void>;
  readonly navigate: (url: string) => void;
  readonly isSourceOf: (event: MessageEvent) => boolean;
  /** Prevents that the callback page closes the window. @param origin the callback page's */
  readonly preventClose: (origin: string) => void;
}

/**
 * Opens a window with a page of ours, which closes with this page until it is sent to a network.
 * Call it synchronously in the click handler.
 *
 * @returns null if the browser blocks it
 */
export function openConnectWindow(): ConnectWindow | null {
  const popup = window.open(START_PATH, '_blank', WINDOW_FEATURES);
  if (!popup) return null;
  const atStart = new AbortController();
  const { signal } = atStart;
  let state: StartPageState | undefined;
  let becomeReady = () => {};
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
    setTimeout(resolve, READY_TIMEOUT_MS);
  });

  const isSourceOf = (event: MessageEvent) => event.source === popup;
  function show(next: StartPageState) {
    if (signal.aborted) return;
    state = next;
    popup?.postMessage(next, location.origin);
  }
  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      const isReady = event.origin === location.origin && event.data === READY_MESSAGE;
      if (!isReady || !isSourceOf(event)) return;
      if (state) show(state);
      becomeReady();
    },
    { signal },
  );
  window.addEventListener('pagehide', () => popup.close(), { signal });

  return {
    isClosed: () => popup.closed,
    close: () => {
      atStart.abort();
      closeWindow(popup);
    },
    showNetwork: (network) => show({ network }),
    showError: (error) => show({ error }),
    hasError: () => !signal.aborted && state !== undefined && 'error' in state,
    ready,
    navigate: (url) => {
      atStart.abort();
      popup.location.replace(url);
    },
    isSourceOf,
    preventClose: (origin) => popup.postMessage('keep-open', origin),
  };
}

function closeWindow(popup: Window): void {
  popup.close();
  let attempts = 1;
  const timer = setInterval(() => {
    attempts += 1;
    if (popup.closed || attempts > MAX_CLOSE_ATTEMPTS) clearInterval(timer);
    else popup.close();
  }, CLOSE_INTERVAL_MS);
}
