import * as z from 'zod/mini';
import { isLocalPath } from '#console/lib/url/local-path.ts';

const CALLBACK_PATH = '/connect/callback';
const STORAGE_KEY = 'patron.connect';

/** An account that is being connected by redirect, in this tab. */
const pendingConnectSchema = z.object({
  type: z.enum(['account_new', 'account_edit']),
  /** Path and query to return to. */
  returnTo: z.string().check(z.refine(isLocalPath)),
  /** The `ConnectTarget`; the page that it returns to parses it. */
  target: z.optional(z.unknown()),
});
type PendingConnect = z.output<typeof pendingConnectSchema>;

/** The result of connecting by redirect, before it is decoded. */
export interface ConnectCallback {
  readonly data: string;
  /** Undefined if this tab did not start the connection. */
  readonly pending: PendingConnect | undefined;
}

/** Stores what this tab is connecting until the callback page consumes it. */
export function rememberPendingConnect(pending: PendingConnect): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending));
}

/**
 * Reads the result of connecting by redirect once, and removes it from the address bar.
 * `readConnectCallback` decodes it; that code is loaded with the callback page only.
 *
 * @returns undefined on every page except the callback page
 */
export function consumeConnectCallback(): ConnectCallback | undefined {
  if (location.pathname !== CALLBACK_PATH) return undefined;
  const data = new URLSearchParams(location.search).get('data') ?? '';
  history.replaceState(null, '', CALLBACK_PATH);
  return { data, pending: consumePendingConnect() };
}

function consumePendingConnect(): PendingConnect | undefined {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  if (stored === null) return undefined;
  const pending = pendingConnectSchema.safeParse(JSON.parse(stored));
  return pending.success ? pending.data : undefined;
}
