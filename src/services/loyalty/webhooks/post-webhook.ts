import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.ts';

/** An attempt ends after this, whatever has arrived (decisions.md, 35). */
const ATTEMPT_TIMEOUT_MS = 10_000;

/** How an attempt ended: the status answered, or why there was none. */
export type AttemptResult = { status: number; error?: undefined } | { status: null; error: string };

/** Posts webhooks over connections of its own. */
export interface WebhookPoster {
  post(url: string, body: string, headers: Record<string, string>): Promise<AttemptResult>;
  close(): Promise<void>;
}

/** Follows no redirects; unless allowed, connects to public addresses only. */
export function createWebhookPoster(allowPrivateAddresses: boolean): WebhookPoster {
  const agent = new Agent({
    connect: {
      timeout: ATTEMPT_TIMEOUT_MS,
      ...(allowPrivateAddresses ? {} : { lookup: publicLookup }),
    },
  });
  return {
    async post(url, body, headers) {
      try {
        // An address in the URL itself is never looked up.
        const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
        if (!allowPrivateAddresses && isIP(host) && !isPublicAddress(host)) {
          throw new PrivateAddressError(host);
        }
        const response = await request(url, {
          method: 'POST',
          dispatcher: agent,
          headers: { 'content-type': 'application/json', ...headers },
          body,
          signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
        });
        // What the receiver says beside the status doesn't matter; a long answer is cut off.
        response.body.on('error', () => {}).destroy();
        return { status: response.statusCode };
      } catch (error) {
        return { status: null, error: reasonOf(error) };
      }
    },
    close: () => agent.destroy(),
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `No answer within ${ATTEMPT_TIMEOUT_MS / 1000} s`;
  const { code } = error as { code?: string };
  return error.message === '' ? (code ?? error.name) : error.message;
}
