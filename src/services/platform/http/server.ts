import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Log, redactUrl } from '#services/platform/log.ts';
import { closeConnectionsOnShutdown } from './end-connections.ts';
import { handleError } from './plain-error.ts';

/** The largest body that any route takes, in bytes; routes may ask for less. */
const BODY_LIMIT = 1024 * 1024;
/** As long as a path can be, so that the APIs refuse what is too long in their own words. */
const PARAMETER_MAX = 16_384;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 72_000;

/**
 * The HTTP server that the services are mounted on, with what they have in common: request ids that
 * people can quote (`x-request-id`), time-outs, one log line a request, and errors that tell nothing.
 * @param trustedProxies addresses and networks whose `X-Forwarded-For` is believed.
 */
export function createServer(
  log: Log,
  { trustedProxies = [] }: { trustedProxies?: readonly string[] } = {},
): FastifyInstance {
  const server = Fastify({
    // From anybody else than these, forwarded headers say nothing of who calls.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => decodablePath(url),
    routerOptions: { maxParamLength: PARAMETER_MAX, ignoreTrailingSlash: false },
  });
  // All that Node reads, so that an address answers 405 to each that it does not take.
  for (const method of METHODS) {
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method);
  }
  server.setErrorHandler(handleError);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: redactUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  closeConnectionsOnShutdown(server);
  return server;
}

/**
 * A path whose percent signs encode nothing is taken as it is written, so that the API at its
 * address answers it like any other that leads nowhere.
 */
function decodablePath(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
