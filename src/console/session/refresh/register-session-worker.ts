import { TOKEN_URL_PARAMETER } from './session-worker.ts';

/** public/session-worker.js */
const SCRIPT = '/session-worker.js';

/** TypeScript's DOM types don't have Trusted Types yet. */
interface WithTrustedTypes {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: () => string },
    ): { createScriptURL(input: string): string };
  };
}

/**
 * Registers the worker for the next refresh, or updates it.
 *
 * @param tokenUrl the token endpoint, absolute
 */
export async function registerSessionWorker(tokenUrl: string): Promise<void> {
  try {
    await navigator.serviceWorker?.register(scriptUrl(tokenUrl), { scope: '/' });
  } catch {
    // Without the worker, only a reload in the middle of a refresh may end the session.
  }
}

/** The CSP requires a Trusted Types policy, and allows this one only. */
function scriptUrl(tokenUrl: string): string {
  const url = `${SCRIPT}?${new URLSearchParams({ [TOKEN_URL_PARAMETER]: tokenUrl })}`;
  const policy = (window as WithTrustedTypes).trustedTypes?.createPolicy('session-worker', {
    createScriptURL: () => url,
  });
  return policy?.createScriptURL('') ?? url;
}
