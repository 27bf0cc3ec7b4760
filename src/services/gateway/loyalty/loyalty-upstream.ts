import { errors, request } from 'undici';
import { refusal } from '../../platform/json-api/errors.ts';

const TIMEOUT_MS = 10_000;
/** A list of 1,000 members with full custom attributes stays below it. */
const MAXIMUM_ANSWER_BYTES = 80 * 1024 * 1024;

interface UpstreamRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | undefined;
}

interface UpstreamAnswer {
  status: number;
  contentType: string | undefined;
  body: Buffer;
}

/**
 * Calls the loyalty service with the team's keys. Redirects are not followed: they would carry the
 * keys elsewhere.
 * @throws {JsonApiError} 502 when it can't be reached, refuses the keys or redirects; 504 when it
 *   is too slow (decisions.md, 37)
 */
export async function sendToLoyalty({
  method,
  url,
  headers,
  body,
}: UpstreamRequest): Promise<UpstreamAnswer> {
  const answer = await call({ method, url, headers, body });
  if (answer.status === 401 || answer.status === 403) {
    throw refusal(502, {
      detail:
        'The loyalty service refused the keys that this team is configured with. Ask whoever runs Patron to check them.',
    });
  }
  if (answer.status >= 300 && answer.status < 400) {
    throw refusal(502, { detail: 'The loyalty service answered with a redirect.' });
  }
  return answer;
}

async function call({ method, url, headers, body }: UpstreamRequest): Promise<UpstreamAnswer> {
  try {
    const answer = await request(url, {
      method: method as 'GET',
      headers,
      body: body ?? null,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const length = Number(answer.headers['content-length'] ?? 0);
    if (length > MAXIMUM_ANSWER_BYTES) throw new errors.ResponseExceededMaxSizeError();
    const contentType = answer.headers['content-type'];
    return {
      status: answer.statusCode,
      contentType: Array.isArray(contentType) ? contentType[0] : contentType,
      body: Buffer.from(await answer.body.arrayBuffer()),
    };
  } catch (error) {
    if (
      error instanceof errors.HeadersTimeoutError ||
      error instanceof errors.BodyTimeoutError ||
      error instanceof errors.ConnectTimeoutError
    ) {
      throw refusal(504, { detail: 'The loyalty service did not answer in time.' });
    }
    throw refusal(502, { detail: 'The loyalty service can not be reached.' });
  }
}
