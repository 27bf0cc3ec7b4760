import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Log, redactUrl } from '#services/platform/log.ts';
import { handleError } from './errors.ts';
import { provideRequestContext } from './request-context.ts';

/** The largest request body in bytes; routes may set a lower limit. */
const BODY_LIMIT = 1024 * 1024;
/** As long as a path can be, so that the APIs reject long parameters with their own errors. */
const PARAMETER_MAX = 16_384;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 72_000;

/**
 * The HTTP server of all services: request ids for users to quote (`x-request-id`), timeouts, one log
 * line per request, and errors that reveal nothing.
 * @param trustedProxies addresses and networks whose `X-Forwarded-For` is trusted
 */
export function createServer(
  log: Log,
  { trustedProxies = [] }: { trustedProxies?: readonly string[] } = {},
): FastifyInstance {
  const server = Fastify({
    // Trust X-Forwarded-For only from these proxies.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => escapeInvalidPercents(url),
    routerOptions: { maxParamLength: PARAMETER_MAX, ignoreTrailingSlash: false },
  });
  // Register every method Node parses, so that unsupported ones get 405.
  for (const method of METHODS) {
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method);
  }
  server.setErrorHandler(handleError);
  provideRequestContext(server);
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
      'request completed',
    );
  });
  closeConnectionsOnShutdown(server);
  return server;
}

/**
 * Escapes the percent signs of a path that can't be decoded, so that the API responds 404 as for any
 * other unknown path.
 */
function escapeInvalidPercents(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/**
 * Closes connections that would delay the shutdown although they are idle: those without any request
 * yet, which browsers open in advance, and keep-alive connections after their last response.
 */
function closeConnectionsOnShutdown(server: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;

  server.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.addHook('onRequest', async ({ raw }) => {
    unused.delete(raw.socket);
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
  });
  server.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.destroySoon();
  });
}

interface HealthChecks {
  /** @throws when the database can't be reached. */
  ping(): Promise<void>;
  /** Whether this process's keys are the database's. */
  hasDatabaseKeys(): Promise<boolean>;
}

/** `/healthz`: the process is alive. `/readyz`: it can reach its database and read what is in it. */
export function registerHealthRoutes(app: FastifyInstance, checks: HealthChecks): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await checks.ping();
      if (await checks.hasDatabaseKeys()) return { status: 'ready' };
      request.log.error('not ready: the keys are not those of the database');
      return reply.code(503).send({ status: 'the keys are not those of the database' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database is unavailable');
      return reply.code(503).send({ status: 'the database is unavailable' });
    }
  });
}
