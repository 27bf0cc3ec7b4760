import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes at a server's end what would hold it up, though nothing is under way on it and Node takes it
 * for busy: connections on which nothing was asked yet, as browsers open them ahead, and those that are
 * answered during the end and kept for the next request.
 */
export function closeConnectionsOnShutdown(server: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isEnding = false;

  server.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.addHook('onRequest', async ({ raw }) => {
    unused.delete(raw.socket);
  });
  server.addHook('preClose', async () => {
    isEnding = true;
    for (const socket of unused) socket.destroy();
  });
  server.addHook('onResponse', async ({ raw }) => {
    if (isEnding) raw.socket.destroySoon();
  });
}
