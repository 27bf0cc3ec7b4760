import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long a connection may stay without a request at shutdown: one may be on its way. */
const UNUSED_GRACE_MS = 500;
/** How long a request whose body is still arriving may take at shutdown. */
const UPLOAD_GRACE_MS = 5_000;
/** No connection was opened for that long: those that wait to be accepted are accepted. */
const QUIET_MS = 25;
/** How long responses may be delayed for that. */
const HOLD_MAX_MS = 500;

/**
 * Ends connections at shutdown without cutting requests: for `drainMs` all requests are still served,
 * with `Connection: close`, so that clients with keep-alive connections open none that would be cut.
 * Then it closes those that would delay the end although nothing is to be sent on them: without any
 * request yet, which browsers open in advance, or with a body that doesn't arrive.
 */
export function closeGracefully(server: FastifyInstance, drainMs: number): void {
  const unused = new Set<Socket>();
  const arriving = new Set<IncomingMessage>();
  const pending = new Set<ServerResponse>();
  let openedAt = 0;
  let isClosing = false;
  let isClosed = false;
  let delay: Promise<void> | undefined;

  server.server.on('connection', (socket: Socket) => {
    openedAt = performance.now();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.addHook('onRequest', async ({ raw }, reply) => {
    unused.delete(raw.socket);
    arriving.add(raw);
    pending.add(reply.raw);
    if (isClosing) reply.raw.shouldKeepAlive = false;
    // Also after a response that didn't wait for the body.
    raw.once('close', () => arriving.delete(raw));
    reply.raw.once('close', () => pending.delete(reply.raw));
  });
  server.addHook('onSend', async () => {
    await delay;
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const response of pending) response.shouldKeepAlive = false;
    if (drainMs > 0) {
      await sleep(drainMs);
      const release = Promise.withResolvers<void>();
      delay = release.promise;
      await untilQuiet(() => openedAt);
      // In the same turn of the event loop, before anything else is accepted.
      server.server.close();
      release.resolve();
    }
    isClosed = true;
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
    // Responses whose headers were sent before the shutdown don't announce the end of their connection.
    if (isClosed) raw.socket.destroySoon();
  });
}

/**
 * Waits until no connection was opened for a while. Closing the server cuts connections that are not yet
 * accepted. Clients that get no response open none, so there are none left.
 */
async function untilQuiet(lastOpenedAt: () => number): Promise<void> {
  const endsAt = performance.now() + HOLD_MAX_MS;
  do {
    await sleep(QUIET_MS);
    // Connections are accepted immediately before this continues. After a timer, some may have been waiting for long.
    await nextTurn();
  } while (performance.now() - lastOpenedAt() < QUIET_MS && performance.now() < endsAt);
}
