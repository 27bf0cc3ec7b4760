import { addAbortSignal, Readable } from 'node:stream';
import { Agent, errors, request } from 'undici';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import {
  createAddressRule,
  createLookup,
  deniedHostOf,
  PublicAddressError,
} from '#services/loyalty/webhooks/targets/public-address.ts';
import { storable } from '#services/platform/database/storable.ts';

/** Includes the response (decisions.md, 35). */
const ATTEMPT_TIMEOUT_MS = 10_000;
const EXCERPT_LENGTH = 1_000;
const EXCERPT_TIMEOUT_MS = 1_000;
/** The headers of each request, besides its signatures. */
export const REQUEST_HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Patron-Webhooks/1',
};

/** The status of the response, or why there was none. */
export type AttemptResult =
  | {
      status: number;
      error?: undefined;
      /** The beginning of the body, unless the status is 200. */
      response?: string | undefined;
    }
  | { status: null; error: string; response?: undefined };

export interface WebhookPoster {
  /** @param body in one or more parts */
  post(
    url: string,
    body: readonly Uint8Array[],
    headers: Record<string, string>,
  ): Promise<AttemptResult>;
  close(): Promise<void>;
}

/** Follows no redirects, and connects only to public addresses and to private ones that are allowed. */
export function createWebhookPoster(
  {
    allowPrivateAddresses,
    ownOrigin,
    allowedNetworks,
  }: Pick<WebhookDependencies, 'allowPrivateAddresses' | 'ownOrigin' | 'allowedNetworks'>,
  timeoutMs = ATTEMPT_TIMEOUT_MS,
): WebhookPoster {
  const connect = { timeout: timeoutMs };
  const toAnywhere = new Agent({ connect });
  const isAllowed = createAddressRule(allowedNetworks);
  const toAllowed = new Agent({ connect: { ...connect, lookup: createLookup(isAllowed) } });
  return {
    async post(url, body, headers) {
      try {
        const allowAnyAddress = allowPrivateAddresses || new URL(url).origin === ownOrigin;
        const deniedHost = deniedHostOf(url, isAllowed);
        if (!allowAnyAddress && deniedHost !== undefined) throw new PublicAddressError(deniedHost);
        const response = await request(url, {
          method: 'POST',
          dispatcher: allowAnyAddress ? toAnywhere : toAllowed,
          headers: {
            ...REQUEST_HEADERS,
            'content-length': String(body.reduce((bytes, part) => bytes + part.length, 0)),
            ...headers,
          },
          // Not joined: webhooks share the parts.
          body: Readable.from(body, { objectMode: false }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const { statusCode: status, body: content } = response;
        const excerpt = status === 200 ? '' : await readExcerpt(content);
        content.on('error', () => {}).destroy();
        return { status, response: excerpt === '' ? undefined : excerpt };
      } catch (error) {
        return { status: null, error: reasonOf(error, timeoutMs) };
      }
    },
    async close() {
      await Promise.all([toAnywhere.destroy(), toAllowed.destroy()]);
    },
  };
}

/** The beginning of a body, as far as it arrives in time. Its errors don't matter. */
async function readExcerpt(body: Readable): Promise<string> {
  let text = '';
  try {
    for await (const chunk of addAbortSignal(AbortSignal.timeout(EXCERPT_TIMEOUT_MS), body)) {
      text += (chunk as Buffer).toString('utf8');
      if (text.length >= EXCERPT_LENGTH) break;
    }
  } catch {}
  return storable(text.slice(0, EXCERPT_LENGTH));
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  const isTimeout = error.name === 'TimeoutError' || error instanceof errors.ConnectTimeoutError;
  if (isTimeout) return `No response within ${timeoutMs / 1000} s`;
  const { code } = error as { code?: string };
  return error.message === '' ? (code ?? error.name) : error.message;
}
