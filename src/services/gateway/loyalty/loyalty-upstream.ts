import type { IncomingHttpHeaders } from 'node:http';
import { Agent, errors, request } from 'undici';
import type { GatewayLimits } from '#services/gateway/limits.ts';
import { readAtMost } from '#services/gateway/read-at-most.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import { configurationError } from './configuration-error.ts';

/** Response headers that are passed on. No others, so that none can carry a key or a cookie. */
const PASSED_HEADERS = ['content-type', 'content-encoding', 'content-language', 'retry-after'];

/** For this process, which no proxy of the environment reaches (`NODE_USE_ENV_PROXY`). */
const DIRECT = new Agent();

export interface UpstreamRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
  /** Aborts the request when the client has disconnected. */
  signal: AbortSignal;
  /** Whether the service is in this process. */
  isDirect: boolean;
}

export interface UpstreamResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Calls the loyalty service with the team's keys. Redirects are not followed, because they would send
 * the keys to another server. The response is read completely first, so that an incomplete one
 * becomes an error instead of a truncated body.
 * @throws {JsonApiError} 502 if it can't be reached, rejects the keys, redirects or responds with too
 *   much; 504 if it is too slow (decisions.md, 37)
 */
export async function sendToLoyalty(
  upstream: UpstreamRequest,
  limits: GatewayLimits,
): Promise<UpstreamResponse> {
  const response = await call(upstream, limits);
  if (response.status === 401 || response.status === 403) {
    throw rejectedKeys();
  }
  if (response.status >= 300 && response.status < 400) {
    throw errorResponse(502, { detail: 'The loyalty service responded with a redirect.' });
  }
  return response;
}

export const rejectedKeys = () =>
  configurationError(502, "The loyalty service rejected this team's keys.");

async function call(
  { method, url, headers, body, signal, isDirect }: UpstreamRequest,
  { upstreamHeadersMs, upstreamTotalMs, upstreamResponseBytes }: GatewayLimits,
): Promise<UpstreamResponse> {
  if (!URL.canParse(url)) throw invalidConfiguration();
  const deadline = AbortSignal.timeout(upstreamTotalMs);
  try {
    const response = await request(url, {
      method: method as 'GET',
      headers,
      body: body ?? null,
      ...(isDirect ? { dispatcher: DIRECT } : {}),
      headersTimeout: upstreamHeadersMs,
      bodyTimeout: upstreamTotalMs,
      signal: AbortSignal.any([signal, deadline]),
    });
    return {
      status: response.statusCode,
      headers: passedHeaders(response.headers),
      body: await readAtMost(response.body, upstreamResponseBytes),
    };
  } catch (error) {
    // Not an upstream failure, so it must not be logged as one; nobody reads this response.
    if (signal.aborted) throw errorResponse(499, { detail: 'The client disconnected.' });
    const isTimeout =
      deadline.aborted ||
      error instanceof errors.HeadersTimeoutError ||
      error instanceof errors.ConnectTimeoutError;
    if (isTimeout)
      throw errorResponse(504, { detail: "The loyalty service didn't respond in time." });
    if (error instanceof errors.InvalidArgumentError) throw invalidConfiguration();
    if (error instanceof errors.ResponseExceededMaxSizeError) {
      const detail = "The loyalty service's response is too large.";
      throw errorResponse(502, { detail, cause: error });
    }
    throw errorResponse(502, { detail: "The loyalty service can't be reached.", cause: error });
  }
}

/** Whether a response was longer than the gateway reads. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof errors.ResponseExceededMaxSizeError;
}

const invalidConfiguration = () =>
  configurationError(502, "The loyalty service's URL or keys are not valid.");

function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED_HEADERS) {
    const value = headers[name];
    if (value !== undefined) passed[name] = String(value);
  }
  return passed;
}
