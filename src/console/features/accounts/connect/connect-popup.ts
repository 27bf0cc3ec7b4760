import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { rememberPendingConnect } from './connect-callback.ts';
import { type ConnectOutcome, type ConnectType, parseConnectMessage } from './connect-message.ts';
import { failureTitle } from './connect-result.ts';
import { type ConnectWindow, openConnectWindow } from './connect-window.ts';

/** Where the network's callback sends the result: as a message to this page, or by redirect. */
export type ConnectDelivery = { readonly origin: string } | { readonly redirect_uri: string };

export interface ConnectOptions {
  /** Messages of any other type are ignored. */
  readonly type: ConnectType;
  /** The network's name, which the window shows until it is sent there. */
  readonly network: string;
  /** Fetches the URL of the network's page. */
  readonly fetchUrl: (delivery: ConnectDelivery) => Promise<string>;
  /** The advocacy service's origin; messages from any other origin are ignored. */
  readonly messageOrigin: string;
  /** Closes the popup and ends with `unknown`. */
  readonly signal?: AbortSignal;
}

/** How often the page checks whether the window is closed. */
const POLL_MS = 500;
/** A window that just closed may have sent its message before. */
const GRACE_MS = 1000;
/** The service forgets a started connection after this long (decisions.md, 23). */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Connects an account in a popup. Call it synchronously in the click handler: it opens the window
 * before it fetches the URL, because browsers block windows that open later.
 *
 * @throws {ApiError} from `fetchUrl`, which the window shows too
 */
export async function openConnectPopup(
  options: ConnectOptions,
): Promise<ConnectOutcome | { readonly kind: 'blocked' }> {
  const popup = openConnectWindow();
  return popup ? connectInWindow(popup, options) : { kind: 'blocked' };
}

interface WindowOptions extends ConnectOptions {
  /** The window stays open for another account, after the result and when aborted. */
  readonly keepsOpen?: boolean;
}

/**
 * Connects an account in an open window.
 *
 * @throws {ApiError} from `fetchUrl`, which the window shows too if no network was opened in it yet
 */
export async function connectInWindow(
  popup: ConnectWindow,
  options: WindowOptions,
): Promise<ConnectOutcome> {
  const { signal } = options;
  if (!options.keepsOpen) signal?.addEventListener('abort', popup.close);
  popup.showNetwork(options.network);
  try {
    const url = await options.fetchUrl({ origin: location.origin });
    await popup.ready;
    if (popup.isClosed() || signal?.aborted) return { kind: 'unknown' };
    const outcome = waitForMessage(popup, options);
    popup.navigate(url);
    return await outcome;
  } catch (error) {
    const shown = toUserFacingError(error, failureTitle(options.type));
    if (shown) popup.showError(shown);
    if (!popup.hasError()) popup.close();
    throw error;
  }
}

interface RedirectOptions extends Pick<ConnectOptions, 'type' | 'fetchUrl'> {
  /** What is connected, for the page that the redirect returns to. */
  readonly target: unknown;
}

/**
 * Connects an account in this tab; the callback page returns to the current page. The promise never
 * resolves, because the page is left.
 *
 * @throws {ApiError} from `fetchUrl`
 */
export async function connectByRedirect({
  type,
  target,
  fetchUrl,
}: RedirectOptions): Promise<never> {
  const redirectUri = new URL('/connect/callback', location.origin).href;
  const url = await fetchUrl({ redirect_uri: redirectUri });
  rememberPendingConnect({ type, target, returnTo: location.pathname + location.search });
  location.assign(url);
  return new Promise(() => {});
}

function waitForMessage(
  popup: ConnectWindow,
  { type, messageOrigin, signal, keepsOpen }: WindowOptions,
): Promise<ConnectOutcome> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const poll = setInterval(() => {
      if (!popup.isClosed()) return;
      clearInterval(poll);
      setTimeout(finish, GRACE_MS, { kind: 'unknown' });
    }, POLL_MS);
    const timeout = setTimeout(finish, TIMEOUT_MS, { kind: 'unknown' });

    function finish(outcome: ConnectOutcome) {
      clearInterval(poll);
      clearTimeout(timeout);
      ended.abort();
      resolve(outcome);
    }

    window.addEventListener(
      'message',
      (event: MessageEvent<unknown>) => {
        if (event.origin !== messageOrigin || !popup.isSourceOf(event)) return;
        const message = parseConnectMessage(event.data);
        if (message?.type !== type) return;
        if (keepsOpen) popup.preventClose(messageOrigin);
        else popup.close();
        finish({ kind: 'message', message });
      },
      { signal: ended.signal },
    );
    signal?.addEventListener('abort', () => finish({ kind: 'unknown' }), { signal: ended.signal });
  });
}
