import type { ConnectMessage } from '#contract/advocacy/accounts.ts';
import type { ConnectCallback } from './connect-callback.ts';
import { type ConnectOutcome, parseConnectMessage } from './connect-popup.ts';

/** The state that a page is entered with on the way back from a third party. */
export interface ConnectReturnState {
  readonly connected: ConnectOutcome;
}

/**
 * What came of connecting an account by redirect (advocacy.md, Rules for /edit and /new, 3).
 * Anybody can write such an address, so only what this tab asked for counts, and the page that is
 * returned to reads its list again all the same.
 */
export function readConnectCallback({ data, pending }: ConnectCallback): ConnectOutcome {
  const message = decodeMessage(data);
  if (!pending || message?.type !== pending.type) return { kind: 'unknown' };
  return { kind: 'told', message };
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
