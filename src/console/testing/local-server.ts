import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, not decoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Defaults to 200 with an empty body. */
export interface FakeResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Sent as JSON, unless it is a string. */
  readonly body?: unknown;
  /** Sent chunk by chunk instead of a body; the connection is cut if it throws. */
  readonly stream?: AsyncIterable<string>;
}

export interface LocalServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/**
 * Starts an HTTP server on a free port.
 *
 * @param respond may return a promise that never settles, for a response that never comes
 */
export async function startLocalServer(
  respond: (request: ReceivedRequest) => FakeResponse | Promise<FakeResponse>,
): Promise<LocalServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request: ReceivedRequest = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(request);
    const { status = 200, headers = {}, body, stream } = await respond(request);
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (stream) return send(stream, outgoing);
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(stream: AsyncIterable<string>, outgoing: ServerResponse): Promise<void> {
  try {
    for await (const piece of stream) outgoing.write(piece);
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
