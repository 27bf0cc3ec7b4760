import type { UserFacingError } from '#console/lib/user-facing-error.ts';

/** Why Patron can't work in this browser, and what to do; undefined if it can. */
export function findBrowserProblem(): UserFacingError | undefined {
  if (!window.isSecureContext) {
    return {
      title: 'Patron needs a secure address',
      detail: `You opened ${location.origin}, and browsers let nobody sign in over plain http. Open the address that starts with https://, or ask your Patron administrator for it.`,
    };
  }
  if (isStorageBlocked()) {
    return {
      title: 'Your browser blocks cookies and site data',
      detail: `Patron needs them to keep you signed in. Allow cookies and site data for ${location.host} in the settings of your browser, then try again.`,
    };
  }
  return undefined;
}

function isStorageBlocked(): boolean {
  const key = 'patron.check';
  try {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(key, '1');
      storage.removeItem(key);
    }
    return false;
  } catch {
    return true;
  }
}
