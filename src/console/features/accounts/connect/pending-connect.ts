import * as z from 'zod/mini';
import { isLocalPath } from '#console/lib/local-path.ts';

const KEY = 'patron.connect';

/** An account that is being connected in the place of this page. */
const pendingConnectSchema = z.object({
  type: z.enum(['account_new', 'account_edit']),
  /** Where the person was: path and query. */
  returnTo: z.string().check(z.refine(isLocalPath)),
});
export type PendingConnect = z.output<typeof pendingConnectSchema>;

/** Remembers what this tab leaves for, until its callback comes. */
export function rememberConnect(pending: PendingConnect): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending));
}

/** What this tab left for; undefined for a callback that it did not ask for. */
export function consumePendingConnect(): PendingConnect | undefined {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (stored === null) return undefined;
  const pending = pendingConnectSchema.safeParse(JSON.parse(stored));
  return pending.success ? pending.data : undefined;
}
