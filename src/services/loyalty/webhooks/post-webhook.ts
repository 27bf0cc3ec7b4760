import { Agent, errors, request } from 'undici';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { PrivateAddressError, privateHostOf, publicLookup } from './targets/public-address.ts';

/** Includes the response (decisions.md, 35). */
const ATTEMPT_TIMEOUT_MS = 10_000;
const USER_AGENT = 'Patron-Webhooks/1';

/** The status of the response, or why there was none. */
export type AttemptResult = { status: number; error?: undefined } | { status: null; error: string };

export interface WebhookPoster {
  post(url: string, body: string, headers: Record<string, string>): Promise<AttemptResult>;
  close(): Promise<void>;
}

/** Follows no redirects, and connects only to public addresses unless private ones are allowed. */
export function createWebhookPoster(
  {
    allowPrivateAddresses,
    ownOrigin,
  }: Pick<WebhookDependencies, 'allowPrivateAddresses' | 'ownOrigin'>,
  timeoutMs = ATTEMPT_TIMEOUT_MS,
): WebhookPoster {
  const connect = { timeout: timeoutMs };
  const toAnywhere = new Agent({ connect });
  const toPublic = new Agent({ connect: { ...connect, lookup: publicLookup } });
  return {
    async post(url, body, headers) {
      try {
        const allowPrivateAddress = allowPrivateAddresses || new URL(url).origin === ownOrigin;
        const privateHost = privateHostOf(url);
        if (!allowPrivateAddress && privateHost !== undefined)
          throw new PrivateAddressError(privateHost);
        const response = await request(url, {
          method: 'POST',
          dispatcher: allowPrivateAddress ? toAnywhere : toPublic,
          headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...headers },
          body,
          signal: AbortSignal.timeout(timeoutMs),
        });
        // Only the status matters; don't read the body.
        response.body.on('error', () => {}).destroy();
        return { status: response.statusCode };
      } catch (error) {
        return { status: null, error: reasonOf(error, timeoutMs) };
      }
    },
    async close() {
      await Promise.all([toAnywhere.destroy(), toPublic.destroy()]);
    },
  };
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  const isTimeout = error.name === 'TimeoutError' || error instanceof errors.ConnectTimeoutError;
  if (isTimeout) return `No response within ${timeoutMs / 1000} s`;
  const { code } = error as { code?: string };
  return error.message === '' ? (code ?? error.name) : error.message;
}
