import { ApiError } from './errors/api-error.ts';

/** How long an answer may take, in ms; a little more than the services' own limit. */
const TIMEOUT_MS = 35_000;

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | undefined;
  /** Ends the request without an error of ours: the caller no longer wants the answer. */
  readonly signal?: AbortSignal | undefined;
  /** In ms. */
  readonly timeout?: number | undefined;
  /** The page preloads it, so the request has to be made as the browser made that one. */
  readonly isPreloaded?: boolean;
}

export interface HttpResponse {
  readonly ok: boolean;
  readonly status: number;
  /** The parsed JSON; `undefined` where the body is empty or no JSON. */
  readonly body: unknown;
  readonly requestId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

/**
 * Sends a request and reads the answer, whatever its status.
 *
 * @throws {ApiError} of kind `network` or `timeout`; an abort by the caller is thrown as it came
 */
export async function sendHttp({
  signal,
  timeout = TIMEOUT_MS,
  url,
  isPreloaded = false,
  ...init
}: HttpRequest): Promise<HttpResponse> {
  const deadline = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method: init.method,
      headers: init.headers,
      body: init.body ?? null,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      // Tokens travel in a header; a cookie of the sign-in pages has no business here.
      credentials: isPreloaded ? 'same-origin' : 'omit',
      cache: isPreloaded ? 'default' : 'no-store',
    });
    return {
      ok: response.ok,
      status: response.status,
      body: parseJson(await response.text()),
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfter: parseRetryAfter(response.headers.get('retry-after')),
    };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({ kind: deadline.aborted ? 'timeout' : 'network', cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Retry-After` in seconds, whether it is a number of them or a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
