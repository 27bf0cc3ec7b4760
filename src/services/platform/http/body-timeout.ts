import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasBody } from './request-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take to arrive, if not as long as that of others. */
    bodyTimeoutMs?: number;
  }
}

/** The longest limit of a route: for uploads of large files over slow connections. */
export const UPLOAD_TIMEOUT_MS = 3_600_000;
/** For the response to be sent before the connection is closed. */
const CLOSE_AFTER_MS = 1_000;

/**
 * Limits how long request bodies may take to arrive. Node has one such limit for the whole server, which
 * would have to be that of the slowest upload. Bodies that stall are ended by the connection timeout.
 *
 * @param timeoutMs for routes without their own limit
 * @param reject responds over the connection, for which there is no response yet
 */
export function limitBodyTime(
  server: FastifyInstance,
  timeoutMs: number,
  reject: (request: FastifyRequest) => void,
): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const { raw } = request;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      if (!reply.raw.headersSent) reject(request);
      setTimeout(() => raw.destroy(), CLOSE_AFTER_MS).unref();
    }, request.routeOptions.config.bodyTimeoutMs ?? timeoutMs).unref();
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}
