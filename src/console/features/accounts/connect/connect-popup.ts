import { type ConnectMessage, connectMessageSchema } from '#contract/advocacy/accounts.ts';
import { rememberConnect } from './pending-connect.ts';

/** Where the third party's callback delivers the result: to this page, or to the callback page. */
export type ConnectDelivery = { readonly origin: string } | { readonly redirect_uri: string };

export type ConnectType = ConnectMessage['type'];

/**
 * `told`: the callback said what came of it. `unknown`: the window was closed, or cut off from this
 * page, or nothing came in time; only the list can tell what really happened, so read it again, and
 * offer `connectByRedirect`.
 */
export type ConnectOutcome =
  | { readonly kind: 'told'; readonly message: ConnectMessage }
  | { readonly kind: 'unknown' };

export interface ConnectOptions {
  /** What is begun; a message about anything else is none. */
  readonly type: ConnectType;
  /** Asks the service for the address of the third party's page. */
  readonly fetchUrl: (delivery: ConnectDelivery) => Promise<string>;
  /** Origin that the right message comes from: the advocacy service's. */
  readonly messageOrigin: string;
  /** The window was blocked: what is waited for before this page goes in its place. */
  readonly onBlocked?: () => Promise<void>;
  /** Gives up: the page is left, or the person cancels. */
  readonly signal?: AbortSignal;
}

const WINDOW_FEATURES = 'popup,width=560,height=720';
/** How often it is seen whether the window is still there, in ms. */
const POLL_MS = 500;
/** A window that has just closed may have sent its message before, in ms. */
const GRACE_MS = 1000;
/** The service forgets what was begun after this long (decisions.md, 23), in ms. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Lets the person connect an account in a small window. Call it in the click itself, before
 * anything is awaited: the window is opened first and its address fetched after, because browsers
 * block windows that open later. Where the window is blocked all the same, this page goes to the
 * third party instead, and the promise stays open.
 *
 * @throws {ApiError} of `fetchUrl`; the window is closed then
 */
export async function openConnectPopup(options: ConnectOptions): Promise<ConnectOutcome> {
  const popup = window.open('', '_blank', WINDOW_FEATURES);
  if (!popup) {
    await options.onBlocked?.();
    return connectByRedirect(options);
  }
  // Whoever gives up has no use for it any more, wherever it has come to.
  options.signal?.addEventListener('abort', () => popup.close());
  popup.document.title = 'Patron';
  popup.document.body.textContent = 'One moment…';
  try {
    const url = await options.fetchUrl({ origin: location.origin });
    if (popup.closed) return { kind: 'unknown' };
    const outcome = waitForMessage(popup, options);
    popup.location.replace(url);
    return await outcome;
  } catch (error) {
    popup.close();
    throw error;
  }
}

/**
 * Lets the person connect an account in this very page, which the callback page leads back to. The
 * promise stays open, as the page is left; it only fails where the address can't be had.
 */
export async function connectByRedirect({
  type,
  fetchUrl,
}: Pick<ConnectOptions, 'type' | 'fetchUrl'>): Promise<never> {
  const redirectUri = new URL('/connect/callback', location.origin).href;
  const url = await fetchUrl({ redirect_uri: redirectUri });
  rememberConnect({ type, returnTo: location.pathname + location.search });
  location.assign(url);
  return new Promise(() => {});
}

function waitForMessage(
  popup: Window,
  { type, messageOrigin, signal }: ConnectOptions,
): Promise<ConnectOutcome> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const poll = setInterval(() => {
      if (!popup.closed) return;
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
        if (event.origin !== messageOrigin || event.source !== popup) return;
        const message = parseConnectMessage(event.data);
        if (message?.type !== type) return;
        popup.close();
        finish({ kind: 'told', message });
      },
      { signal: ended.signal },
    );
    signal?.addEventListener('abort', () => finish({ kind: 'unknown' }), { signal: ended.signal });
  });
}

/** Reads the JSON of a callback; undefined for anything that the contract doesn't know. */
export function parseConnectMessage(text: unknown): ConnectMessage | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const message = connectMessageSchema.safeParse(JSON.parse(text));
    return message.success ? message.data : undefined;
  } catch {
    return undefined;
  }
}
