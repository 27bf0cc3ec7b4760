import * as z from 'zod/mini';
import { isLocalPath } from '#console/lib/url/local-path.ts';

const KEY_PREFIX = 'patron.sign-in.';

/** Stored while the user is on the sign-in page. */
const pendingSignInSchema = z.object({
  codeVerifier: z.string(),
  /** Path, query and fragment to return to. */
  returnTo: z.string().check(z.refine(isLocalPath)),
  /** In a popup over a page whose session has ended. */
  inPopup: z.boolean(),
});
export type PendingSignIn = z.output<typeof pendingSignInSchema>;

/** Stores a sign-in by its `state`, for this tab and for windows that it opens afterwards. */
export function rememberSignIn(state: string, pending: PendingSignIn): void {
  // A path such as //example.com leads to another site. Such an address has no page anyway.
  const returnTo = isLocalPath(pending.returnTo) ? pending.returnTo : '/';
  sessionStorage.setItem(KEY_PREFIX + state, JSON.stringify({ ...pending, returnTo }));
}

/** Reads and removes a stored sign-in, so that it is used once. */
export function consumePendingSignIn(state: string): PendingSignIn | undefined {
  const stored = sessionStorage.getItem(KEY_PREFIX + state);
  sessionStorage.removeItem(KEY_PREFIX + state);
  if (stored === null) return undefined;
  const pending = pendingSignInSchema.safeParse(JSON.parse(stored));
  return pending.success ? pending.data : undefined;
}
