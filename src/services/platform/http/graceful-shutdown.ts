import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long a connection may stay without a request at shutdown: one may be on its way. */
const UNUSED_GRACE_MS = 200;
/** How long a request whose body is still arriving may take at shutdown. */
const UPLOAD_GRACE_MS = 5_000;

/**
 * Ends connections at shutdown without cutting requests: for `drainMs` all requests are still served,
 * with `Connection: close`, so that clients with keep-alive connections open none that would be cut.
 * Then it closes those that would delay the end although nothing is to be sent on them: without any
 * request yet, which browsers open in advance, or with a body that doesn't arrive.
 */
export function closeGracefully(server: FastifyInstance, drainMs: number): void {
  const unused = new Set<Socket>();
  const arriving = new Set<IncomingMessage>();
  let isClosing = false;

  server.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.addHook('onRequest', async ({ raw }) => {
    unused.delete(raw.socket);
    arriving.add(raw);
    // Also after a response that didn't wait for the body.
    raw.once('close', () => arriving.delete(raw));
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    if (drainMs > 0) {
      await sleep(drainMs);
      // After the connections that wait for this turn of the event loop are accepted.
      await nextTurn();
    }
    setTimeout(() => {
      for (const socket of unused) socket.destroy();
    }, UNUSED_GRACE_MS).unref();
    setTimeout(() => {
      for (const request of arriving) {
        if (!request.complete) request.destroy();
      }
    }, UPLOAD_GRACE_MS).unref();
  });
  server.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.destroySoon();
  });
}
