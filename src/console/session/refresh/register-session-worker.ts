import { TOKEN_URL_PARAMETER } from './session-worker.ts';

/** The worker's script, public/session-worker.js. */
const SCRIPT = '/session-worker.js';

/** As far as it is used here; the DOM's types don't have it yet. */
interface WithTrustedTypes {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: () => string },
    ): { createScriptURL(input: string): string };
  };
}

/**
 * Has this browser keep the worker, for the next refresh, and look for a newer one.
 * @param tokenUrl the token endpoint, absolute
 */
export async function registerSessionWorker(tokenUrl: string): Promise<void> {
  try {
    await navigator.serviceWorker?.register(scriptUrl(tokenUrl), { scope: '/' });
  } catch {
    // Without it a reload in the middle of a refresh may end the session, and nothing else changes.
  }
}

/** `require-trusted-types-for` asks for a policy; the headers allow this one alone. */
function scriptUrl(tokenUrl: string): string {
  const url = `${SCRIPT}?${new URLSearchParams({ [TOKEN_URL_PARAMETER]: tokenUrl })}`;
  const policy = (window as WithTrustedTypes).trustedTypes?.createPolicy('session-worker', {
    createScriptURL: () => url,
  });
  return policy?.createScriptURL('') ?? url;
}
