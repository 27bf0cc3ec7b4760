import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A webhook receiver over real HTTP that records requests. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Sets the status of further responses, which may depend on the request; 0 for no response. */
  respondWith(status: number | ((request: Received) => number)): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let statusOf = (_request: Received) => 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      const status = statusOf(one);
      if (status === 0) return;
      response.writeHead(status, status >= 300 && status < 400 ? { location: '/' } : {}).end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    respondWith(next) {
      statusOf = typeof next === 'number' ? () => next : next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
