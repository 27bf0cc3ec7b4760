import * as z from 'zod/mini';
import { isLocalPath } from '#console/lib/local-path.ts';

const KEY_PREFIX = 'patron.sign-in.';

/** What has to be remembered from leaving for the sign-in page until its reply. */
const pendingSignInSchema = z.object({
  codeVerifier: z.string(),
  /** Where the person wanted to be: path, query and fragment. */
  returnTo: z.string().check(z.refine(isLocalPath)),
  /** In a small window over a page whose session has ended, rather than in the page's place. */
  inPopup: z.boolean(),
});
export type PendingSignIn = z.output<typeof pendingSignInSchema>;

/** Remembers a sign-in under its `state`, for this tab and the windows that it opens from now on. */
export function rememberSignIn(state: string, pending: PendingSignIn): void {
  sessionStorage.setItem(KEY_PREFIX + state, JSON.stringify(pending));
}

/** Takes what was remembered, so that it serves one reply only. */
export function takePendingSignIn(state: string): PendingSignIn | undefined {
  const stored = sessionStorage.getItem(KEY_PREFIX + state);
  sessionStorage.removeItem(KEY_PREFIX + state);
  if (stored === null) return undefined;
  const pending = pendingSignInSchema.safeParse(JSON.parse(stored));
  return pending.success ? pending.data : undefined;
}
