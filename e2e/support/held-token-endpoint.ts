import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A token endpoint before the real one: it passes requests on at once, and may hold the answers back. */
export interface HeldTokenEndpoint {
  readonly url: string;
  /** Requests that the real endpoint has answered. */
  readonly answered: () => number;
  /** From now on answers are held back. */
  readonly hold: () => void;
  /** Lets them go. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

/** @param tokenUrl the real one's */
export async function startHeldTokenEndpoint(tokenUrl: string): Promise<HeldTokenEndpoint> {
  let answered = 0;
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const server = createServer(async (request, response) => {
    const answer = await fetch(tokenUrl, {
      method: 'POST',
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      body: await text(request),
    });
    const body = await answer.text();
    answered += 1;
    await gate.promise;
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      'access-control-allow-origin': '*',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    answered: () => answered,
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
    release: () => gate.resolve(),
    close: async () => {
      gate.resolve();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
