import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Connections are checked so often while nothing is sent on them. Two checks late, they still end in time. */
const CHECKS = 15;

/** The interval at which the server's timeout has to be set, for connections that may stall that long. */
export const checkInterval = (stalledMs: number): number => Math.ceil(stalledMs / CHECKS);

interface Stall {
  since: number;
  checkedAt: number;
  bytes: number;
}

/**
 * Closes connections on which nothing is sent for `stalledMs`, except while a request is being
 * handled: database statements and calls to other services have their own time limits.
 *
 * Node's own timeout starts again once if a part of the last write was sent, and would end a
 * response that is not read after twice the time.
 */
export function closeStalledConnections(server: FastifyInstance, stalledMs: number): void {
  const intervalMs = checkInterval(stalledMs);
  const handled = new WeakSet<Socket>();
  const unused = new WeakSet<Socket>();
  const stalls = new WeakMap<Socket, Stall>();

  server.addHook('onRequest', async ({ raw }) => {
    unused.delete(raw.socket);
  });
  server.addHook('preHandler', async ({ raw }) => {
    if (raw.complete) handled.add(raw.socket);
  });
  server.addHook('onSend', async ({ raw }) => {
    handled.delete(raw.socket);
  });
  server.addHook('onResponse', async ({ raw }) => {
    unused.add(raw.socket);
  });
  server.server.on('timeout', (socket: Socket) => {
    if (handled.has(socket)) return;
    // The timeout of keep-alive connections, which is longer than `stalledMs`.
    if (unused.has(socket)) return void socket.destroy();
    const now = performance.now();
    const bytes = socket.bytesRead + socket.bytesWritten;
    const last = stalls.get(socket);
    // Something was sent if a check was left out.
    const isSame = last?.bytes === bytes && now - last.checkedAt < 1.9 * intervalMs;
    const since = isSame ? last.since : now - intervalMs;
    if (now - since >= stalledMs) return void socket.destroy();
    stalls.set(socket, { since, checkedAt: now, bytes });
    socket.setTimeout(intervalMs);
  });
}
