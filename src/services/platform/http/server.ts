import { randomUUID } from 'node:crypto';
import { METHODS, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Context, runInContext } from '#services/platform/context.ts';
import { noteWork } from '#services/platform/jobs/last-work.ts';
import { type Log, redactUrl } from '#services/platform/log.ts';
import { limitBodyTime, UPLOAD_TIMEOUT_MS } from './body-timeout.ts';
import { logMissingFileDescriptors } from './connections/file-descriptors.ts';
import { checkInterval, closeStalledConnections } from './connections/stalled-connections.ts';
import { addDefaultHeaders } from './default-headers.ts';
import { readOnAfterResponses } from './early-response.ts';
import { handleError } from './errors.ts';
import { closeGracefully } from './graceful-shutdown.ts';
import type { ResponseChecks } from './response-checks.ts';
import { proxyTrustOf, warnOfUntrustedProxies } from './untrusted-proxy.ts';

/** The largest request body in bytes of routes that don't set their own limit, such as forms. */
const BODY_LIMIT = 128 * 1024;
/** A parameter may be as long as a path, so that the APIs reject long ones with their own errors. */
const PARAMETER_MAX = 16_384;
/** How long the headers of a request may take to arrive, and the body of most requests. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node looks for late headers in that time: by default once, and they took twice as long. */
const HEADERS_CHECKS = 10;
const KEEP_ALIVE_MS = 72_000;
/** Idle limit while a client sends a request or reads a response; both are in memory. */
const STALLED_MS = 30_000;

/** The status for errors of Node's parser; all others are 400. */
const CLIENT_ERRORS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

export interface ServerOptions {
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  trustedProxies?: readonly string[];
  /** How long requests are accepted at shutdown, with `Connection: close`. */
  drainMs?: number;
  stalledMs?: number;
  requestTimeoutMs?: number;
  responseChecks?: ResponseChecks;
}

/**
 * The HTTP server of all services: request ids for users to quote (`x-request-id`), timeouts, one log
 * line per request, and errors that reveal nothing.
 */
export function createServer(
  log: Log,
  {
    trustedProxies = [],
    drainMs = 0,
    stalledMs = STALLED_MS,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
    responseChecks = 'all',
  }: ServerOptions = {},
): FastifyInstance {
  const server = Fastify({
    // Trust X-Forwarded-For only from these proxies.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / HEADERS_CHECKS),
    },
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: checkInterval(stalledMs),
    forceCloseConnections: 'idle',
    // Those that arrive before the last connection is closed are served.
    return503OnClosing: false,
    clientErrorHandler: rejectUnparsable,
    genReqId: ({ headers }) => givenRequestId(headers['x-request-id']) ?? randomUUID(),
    rewriteUrl: ({ url = '/' }) => escapeInvalidPercents(url),
    routerOptions: { maxParamLength: PARAMETER_MAX, ignoreTrailingSlash: false },
  });
  // Register every method Node parses, so that unsupported ones get 405.
  for (const method of METHODS) {
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method);
  }
  server.decorate('responseChecks', responseChecks);
  server.setErrorHandler(handleError);
  limitBodyTime(server, requestTimeoutMs, ({ socket }) =>
    rejectUnparsable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket),
  );
  closeStalledConnections(server, stalledMs);
  logMissingFileDescriptors(server);
  readOnAfterResponses(server);
  provideRequestContext(server);
  addDefaultHeaders(server);
  rejectEmptyParameters(server);
  warnOfUntrustedProxies(server);
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: redactUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...callerOf(contextOf(request)),
      },
      'request completed',
    );
  });
  closeGracefully(server, drainMs);
  return server;
}

/** Responds to bytes that are no HTTP request, or not in time, and closes the connection. */
function rejectUnparsable(error: Pick<ConnectionError, 'code'>, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = CLIENT_ERRORS[error.code] ?? 400;
  const title = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({ status, title });
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** A caller's own id, so that one id follows a request through all services. */
function givenRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{8,128}$/.test(header) ? header : undefined;
}

/** The ids of the user or the application, of the OAuth client and of the team, where known. */
function callerOf({ actor, clientId, teamId }: Context) {
  return {
    ...(actor ? { [actor.kind]: actor.id } : {}),
    ...(clientId === undefined ? {} : { client: clientId }),
    ...(teamId === undefined ? {} : { team: teamId }),
  };
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

/** Without its id, as with a slash too many, an address of an item is one that doesn't exist. */
function rejectEmptyParameters(server: FastifyInstance): void {
  server.addHook<{ Params: Record<string, string> }>('onRequest', async ({ params }, reply) => {
    const hasEmpty = Object.entries(params).some(([name, value]) => name !== '*' && value === '');
    if (hasEmpty) {
      reply.callNotFound();
      return reply;
    }
  });
}

interface HealthChecks {
  /** False if the embedded database is broken. */
  isHealthy?: (() => boolean) | undefined;
  /** @throws when the database can't be reached. */
  ping(): Promise<void>;
  /** Whether this process's keys are the database's. */
  hasDatabaseKeys(): Promise<boolean>;
}

/**
 * `/healthz`: the process is alive and can recover by itself; `proxy` is for `doctor`. `/readyz`: it can reach its database and read
 * what is in it.
 */
export function registerHealthRoutes(app: FastifyInstance, checks: HealthChecks): void {
  app.get('/healthz', async (request, reply) => {
    if (checks.isHealthy?.() === false) {
      return reply.code(503).send({ status: 'the embedded database is broken' });
    }
    return { status: 'alive', proxy: proxyTrustOf(request) };
  });
  app.get('/readyz', async (request, reply) => {
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

const byRequest = new WeakMap<FastifyRequest, Context>();

/** The context of a request, for hooks that run outside of it. */
function contextOf(request: FastifyRequest): Context {
  return byRequest.get(request) ?? {};
}

/** Longer ones are cut before they are stored. */
const USER_AGENT_MAX_LENGTH = 512;

/** Makes each request's context available to everything that runs for it. */
function provideRequestContext(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { 'user-agent': userAgent, traceparent } = request.headers;
    const context: Context = {
      requestId: request.id,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      ip: request.ip,
      userAgent: userAgent?.slice(0, USER_AGENT_MAX_LENGTH).replaceAll('\0', ''),
    };
    byRequest.set(request, context);
    noteWork(`${request.method} ${redactUrl(request.url)}`);
    runInContext(context, done);
  });
  // A body's last chunk arrives in the context of the connection, which may be another request's.
  server.addHook('preValidation', (request, _reply, done) =>
    runInContext(contextOf(request), done),
  );
}
