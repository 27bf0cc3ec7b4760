import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A proxy whose setting was forgotten sends the header with every request. */
const WARN_EVERY_MS = 3_600_000;

/** How a request came: directly, through a proxy in `PATRON_TRUSTED_PROXIES`, or through another one. */
export type ProxyTrust = 'none' | 'trusted' | 'untrusted';

/** Reads which hop Fastify trusted: without a trusted one, `ips` ends at the peer. */
export function proxyTrustOf({ headers, ips = [] }: FastifyRequest): ProxyTrust {
  if (headers['x-forwarded-for'] === undefined) return 'none';
  return ips.length > 1 ? 'trusted' : 'untrusted';
}

/**
 * Warns of a client's address from a peer that isn't trusted. If that is the deployment's own proxy, the limits of
 * networks count all users as one.
 */
export function warnOfUntrustedProxies(server: FastifyInstance): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.addHook('onRequest', async (request) => {
    if (proxyTrustOf(request) !== 'untrusted') return;
    const now = performance.now();
    if (now - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now;
    request.log.warn(
      { peer: request.socket.remoteAddress },
      'X-Forwarded-For of a peer that is no trusted proxy is ignored; if it is your proxy, add it to PATRON_TRUSTED_PROXIES',
    );
  });
}
