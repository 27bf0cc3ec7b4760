import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
  method: string;
  /** Path and query, unchanged. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface TestUpstream {
  url: string;
  /** Requests, oldest first. */
  received: ReceivedRequest[];
  /** Handles further requests. */
  respond: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

export const respondOk = (_request: IncomingMessage, response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end('{"success":true}');

/** A loyalty service over real HTTP whose responses tests define. */
export async function startUpstream(): Promise<TestUpstream> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    upstream.received.push({ method, url, headers, body: Buffer.concat(chunks) });
    upstream.respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: TestUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    received: [],
    respond: respondOk,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return upstream;
}
