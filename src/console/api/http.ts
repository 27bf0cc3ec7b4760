import { reportConnected, trackRequest } from '#console/lib/connection.ts';
import { parseExactJson } from '#contract/exact-json.ts';
import { ApiError } from './errors/api-error.ts';

/** A little more than the services' own limit. */
const TIMEOUT_MS = 35_000;

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** Whether index.html preloads the URL. The request must use the preload's credentials mode to reuse it. */
  readonly isPreloaded?: boolean;
}

export interface HttpResponse {
  readonly ok: boolean;
  readonly status: number;
  /**
   * The parsed JSON, with integers that a number can't hold as text; `undefined` if the body is empty
   * or not JSON.
   */
  readonly body: unknown;
  readonly requestId: string | undefined;
  /** The value of `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * Sends a request and resolves to the response, whatever its status.
 *
 * @throws {ApiError} of kind `network` or `timeout`
 * @throws the reason of `signal` if it is aborted
 */
export async function sendHttp({
  signal,
  timeoutMs = TIMEOUT_MS,
  url,
  isPreloaded = false,
  ...init
}: HttpRequest): Promise<HttpResponse> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const endRequest = trackRequest();
  try {
    const response = await fetch(url, {
      method: init.method,
      headers: init.headers,
      body: init.body ?? null,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      // Tokens are sent in a header; the cookies of the sign-in pages must not be.
      credentials: isPreloaded ? 'same-origin' : 'omit',
      cache: isPreloaded ? 'default' : 'no-store',
    });
    reportConnected();
    return {
      ok: response.ok,
      status: response.status,
      body: parseJson(await response.text()),
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after')),
    };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const kind = deadline.aborted ? 'timeout' : 'network';
    throw new ApiError({ kind, method: init.method, cause });
  } finally {
    endRequest();
  }
}

function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Seconds of a `Retry-After` header, which is a number of seconds or a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
