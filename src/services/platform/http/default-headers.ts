import type { FastifyInstance } from 'fastify';

/** Browser features that no page of Patron uses. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** When to try again after a 503: outages are mostly restarts. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Headers of every response, whatever sends it. Responses are not stored unless they say otherwise, no
 * page can frame them, and a 503 says when to try again.
 */
export function addDefaultHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // On the raw response, so that responses of libraries that bypass Fastify have them too.
    reply.raw.setHeader('x-content-type-options', 'nosniff');
    reply.raw.setHeader('permissions-policy', PERMISSIONS_POLICY);
    // Pages and files with a policy of their own replace it.
    reply.raw.setHeader('content-security-policy', "frame-ancestors 'none'");
  });
  server.addHook('onSend', async (_request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', RETRY_AFTER_SECONDS);
    }
    return payload;
  });
}
