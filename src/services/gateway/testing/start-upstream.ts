import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenRequest {
  method: string;
  /** Path and query as they came. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface TestUpstream {
  url: string;
  /** What came in, oldest first. */
  seen: SeenRequest[];
  /** How it answers from now on. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

export const respondOk = (_request: IncomingMessage, response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end('{"success":true}');

/** A loyalty service that answers as a test tells it, over real HTTP. */
export async function startUpstream(): Promise<TestUpstream> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    upstream.seen.push({ method, url, headers, body: Buffer.concat(chunks) });
    upstream.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: TestUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    seen: [],
    answer: respondOk,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return upstream;
}
