import type { FastifyReply, FastifyRequest } from 'fastify';
import { hostnameOf, isLoopback } from '#services/platform/http/loopback.ts';

/**
 * Redirects a page at another local address, such as 127.0.0.1 for localhost, to the public one: users
 * can only sign in there. Does nothing for other public addresses, where the `Host` that arrives here
 * may be a proxy's.
 */
export function redirectLoopback(publicUrl: string) {
  const { host: publicHost, hostname } = new URL(publicUrl);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { host, 'sec-fetch-mode': mode } = request.headers;
    const requested = hostnameOf(host);
    const isElsewhere =
      mode === 'navigate' && isLoopback(hostname) && host !== publicHost && requested !== undefined;
    if (!isElsewhere || !isLoopback(requested)) return;
    return reply.header('cache-control', 'no-store').redirect(`${publicUrl}${request.url}`, 302);
  };
}
