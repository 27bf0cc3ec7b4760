import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A proxy of the token endpoint: forwards requests immediately, and can delay responses. */
export interface PausableTokenEndpoint {
  readonly url: string;
  /** How many responses the real endpoint has sent. */
  readonly responseCount: () => number;
  /** Delays all responses from now on. */
  readonly pause: () => void;
  /** Sends the delayed responses and stops delaying. */
  readonly resume: () => void;
  readonly close: () => Promise<void>;
}

/** @param tokenUrl the real endpoint */
export async function startPausableTokenEndpoint(tokenUrl: string): Promise<PausableTokenEndpoint> {
  let responseCount = 0;
  let resumed = Promise.withResolvers<void>();
  resumed.resolve();
  const server = createServer(async (request, response) => {
    const upstream = await fetch(tokenUrl, {
      method: 'POST',
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      body: await text(request),
    });
    const body = await upstream.text();
    responseCount += 1;
    await resumed.promise;
    response.writeHead(upstream.status, {
      'content-type': upstream.headers.get('content-type') ?? '',
      'access-control-allow-origin': '*',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    responseCount: () => responseCount,
    pause: () => {
      resumed = Promise.withResolvers<void>();
    },
    resume: () => resumed.resolve(),
    close: async () => {
      resumed.resolve();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
