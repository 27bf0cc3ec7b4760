import { request } from 'node:http';

/** A request that is sent unchanged, unlike with `fetch`. */
export interface RawRequest {
  method: string;
  /** With the query, sent without further encoding. */
  path: string;
  headers: Record<string, string | string[]>;
  /** Latin-1: one character per byte. */
  body: string | undefined;
  /** The number of spaces appended to the body. */
  padding: number;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Sends a raw request over a new connection.
 * @param origin the server's URL without a path
 */
export function sendRaw(
  origin: string,
  {
    method = 'GET',
    path,
    headers = {},
    body,
    padding = 0,
  }: Pick<RawRequest, 'path'> & Partial<RawRequest>,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from((body ?? '') + ' '.repeat(padding), 'latin1');
    const isFramed = bytes.byteLength === 0 || 'transfer-encoding' in headers;
    const length = isFramed ? {} : { 'content-length': String(bytes.byteLength) };
    const options = { method, path, headers: { ...headers, ...length }, agent: false };
    let hasResponse = false;
    const sent = request(origin, { ...options, timeout: TIMEOUT_MS }, async (response) => {
      hasResponse = true;
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks).toString(),
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('No response in time')));
    // A server that has responded may ignore the rest of the body.
    sent.on('error', (error) => hasResponse || reject(error));
    sent.end(bytes);
  });
}
