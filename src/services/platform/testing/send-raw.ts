import { request } from 'node:http';

/** A request that leaves as it is written; `fetch` would tidy it up. */
export interface RawRequest {
  method: string;
  /** With the query; percent-encoded or not, as it stands. */
  path: string;
  headers: Record<string, string | string[]>;
  /** Each character is a byte. */
  body: string | undefined;
  /** Spaces behind the body, which make it large. */
  padding: number;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Sends a request as it is written, over a connection of its own.
 * @param origin of the server, without a path.
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
    let isAnswered = false;
    const sent = request(origin, { ...options, timeout: TIMEOUT_MS }, async (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks).toString(),
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('No answer in time')));
    // A server that has answered need not read the rest of the body.
    sent.on('error', (error) => isAnswered || reject(error));
    sent.end(bytes);
  });
}
