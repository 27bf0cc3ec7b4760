import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How much of a body is read after the response, if not as much as of others. */
    unreadMaxBytes?: number;
  }
}

/** How much of a body is read after its response. */
const UNREAD_MAX_BYTES = 16 * 1024 * 1024;
const UNREAD_MAX_MS = 20_000;

/**
 * Reads the rest of a body after a response that did not wait for it, such as 413. Many clients read the
 * response only after they have sent the whole body; closing the connection before that discards it.
 */
export function readOnAfterResponses(server: FastifyInstance): void {
  server.addHook('onSend', async ({ raw, routeOptions }, reply) => {
    // Undefined for requests that a test injects.
    if (raw.complete !== false) return;
    // Fastify's after an error in the body: Node would close the connection with the response.
    reply.removeHeader('connection');
    discardRest(raw, routeOptions.config.unreadMaxBytes);
  });
}

/** Reads and discards what still arrives of a body, up to a size and a time. */
export function discardRest(request: IncomingMessage, maxBytes = UNREAD_MAX_BYTES): void {
  const close = () => request.socket.destroySoon();
  const timer = setTimeout(close, UNREAD_MAX_MS).unref();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) return;
    request.off('data', count).pause();
    close();
  };
  // A handler may still be reading: a stream with its listeners does not flow.
  request.removeAllListeners('readable');
  request.on('data', count);
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
}
