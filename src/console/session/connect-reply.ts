import type { ConnectMessage } from '#contract/advocacy/accounts.ts';
import { type ConnectOutcome, parseConnectMessage } from './connect-popup.ts';
import { takePendingConnect } from './pending-connect.ts';

const CALLBACK_PATH = '/connect/callback';

/** The state that a page is entered with on the way back from a third party. */
export interface ConnectReturnState {
  readonly connected: ConnectOutcome;
}

export interface ConnectReply {
  /** Undefined where this tab did not ask for it, and nothing is known of the place to return to. */
  readonly returnTo: string | undefined;
  readonly outcome: ConnectOutcome;
}

/**
 * Takes the result of connecting an account by redirect out of the address bar, where there is one
 * (advocacy.md, Rules for /edit and /new, 3). Anybody can write such an address, so only what this
 * tab asked for counts, and the page that is returned to reads its list again all the same.
 */
export function takeConnectReply(): ConnectReply | undefined {
  if (location.pathname !== CALLBACK_PATH) return undefined;
  const message = decodeMessage(new URLSearchParams(location.search).get('data') ?? '');
  history.replaceState(null, '', CALLBACK_PATH);
  const pending = takePendingConnect();
  const isAsked = pending !== undefined && message?.type === pending.type;
  return {
    returnTo: pending?.returnTo,
    outcome: isAsked ? { kind: 'told', message } : { kind: 'unknown' },
  };
}

/** Standard Base64 of UTF-8 JSON (decisions.md, 23). */
function decodeMessage(base64: string): ConnectMessage | undefined {
  try {
    // A "+" that was not percent-encoded has become a space.
    const bytes = Uint8Array.from(atob(base64.replaceAll(' ', '+')), (char) => char.charCodeAt(0));
    return parseConnectMessage(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
