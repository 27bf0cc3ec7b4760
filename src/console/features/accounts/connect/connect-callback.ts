import { consumePendingConnect, type PendingConnect } from './pending-connect.ts';

const CALLBACK_PATH = '/connect/callback';

/** What a third party's callback sent the person back with, unread. */
export interface ConnectCallback {
  readonly data: string;
  /** Undefined for a reply that this tab did not ask for. */
  readonly pending: PendingConnect | undefined;
}

/**
 * Takes the result of connecting an account by redirect out of the address bar, where there is one.
 * `readConnectReply` reads it; only the callback page needs the code for that.
 */
export function consumeConnectCallback(): ConnectCallback | undefined {
  if (location.pathname !== CALLBACK_PATH) return undefined;
  const data = new URLSearchParams(location.search).get('data') ?? '';
  history.replaceState(null, '', CALLBACK_PATH);
  return { data, pending: consumePendingConnect() };
}
