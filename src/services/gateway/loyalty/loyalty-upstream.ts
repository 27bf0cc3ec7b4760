import type { IncomingHttpHeaders } from 'node:http';
import { errors, request } from 'undici';
import type { GatewayLimits } from '#services/gateway/limits.ts';
import { readAtMost } from '#services/gateway/read-at-most.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import { configurationError } from './configuration-error.ts';

/** Headers of an answer that pass; no other does, so none can carry a key or a cookie along. */
const PASSED_HEADERS = ['content-type', 'content-encoding', 'content-language', 'retry-after'];

interface UpstreamRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
  /** Ends the call: nobody waits for the answer any more. */
  signal: AbortSignal;
}

interface UpstreamAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Calls the loyalty service with the team's keys. Redirects are not followed: they would carry the
 * keys elsewhere. The answer is read whole before anything of it passes, so that a half one is
 * told as a failure.
 * @throws {JsonApiError} 502 when it can't be reached, refuses the keys, redirects or says too much;
 *   504 when it is too slow (decisions.md, 37)
 */
export async function sendToLoyalty(
  upstream: UpstreamRequest,
  limits: GatewayLimits,
): Promise<UpstreamAnswer> {
  const answer = await call(upstream, limits);
  if (answer.status === 401 || answer.status === 403) {
    throw configurationError(502, 'The loyalty service refused the keys of this team.');
  }
  if (answer.status >= 300 && answer.status < 400) {
    throw errorResponse(502, { detail: 'The loyalty service answered with a redirect.' });
  }
  return answer;
}

async function call(
  { method, url, headers, body, signal }: UpstreamRequest,
  { upstreamHeadersMs, upstreamTotalMs, upstreamAnswerBytes }: GatewayLimits,
): Promise<UpstreamAnswer> {
  if (!URL.canParse(url)) throw unusableConfiguration();
  const deadline = AbortSignal.timeout(upstreamTotalMs);
  try {
    const answer = await request(url, {
      method: method as 'GET',
      headers,
      body: body ?? null,
      headersTimeout: upstreamHeadersMs,
      bodyTimeout: upstreamTotalMs,
      signal: AbortSignal.any([signal, deadline]),
    });
    return {
      status: answer.statusCode,
      headers: passedHeaders(answer.headers),
      body: await readAtMost(answer.body, upstreamAnswerBytes),
    };
  } catch (error) {
    // Nobody reads this one; it is not a failure of the upstream that the log should tell.
    if (signal.aborted) throw errorResponse(499, { detail: 'The client has left.' });
    const isLate =
      deadline.aborted ||
      error instanceof errors.HeadersTimeoutError ||
      error instanceof errors.ConnectTimeoutError;
    if (isLate) throw errorResponse(504, { detail: 'The loyalty service did not answer in time.' });
    if (error instanceof errors.InvalidArgumentError) throw unusableConfiguration();
    if (error instanceof errors.ResponseExceededMaxSizeError) {
      throw errorResponse(502, { detail: 'The answer of the loyalty service is too large.' });
    }
    throw errorResponse(502, { detail: 'The loyalty service can not be reached.' });
  }
}

const unusableConfiguration = () =>
  configurationError(502, 'The address or the keys of the loyalty service are unusable.');

function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED_HEADERS) {
    const value = headers[name];
    if (value !== undefined) passed[name] = String(value);
  }
  return passed;
}
